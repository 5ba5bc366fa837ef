import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { readPerson } from '../../../members/persons/persons.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import { proposeLegalHold } from '../../../payments/rules/legal-holds.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { Line, Moment } from '../input-shapes.ts';
import { accountOf, MemberParams, refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { LegalHoldAnswer, readLegalHold } from './legal-hold-shapes.ts';

const Body = z.strictObject({
  authority: Line,
  reference: Line.describe('The authority’s reference of its order'),
  expiresAtMs: Moment.describe('At most 90 days from now'),
  why: Why,
});

export function proposeLegalHoldRoute(http: Http, { payments }: { payments: PaymentsDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/legal-holds',
    config: { access: 'staff', roles: ['finance', 'owner'], stepUp: true, readByMembers: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Propose a legal hold by an authority’s order; it is in force once another person confirms it',
      params: MemberParams,
      body: Body,
      response: { 201: LegalHoldAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why, ...ask } = request.body;
      refuseWithoutWhy(why);
      const member = accountOf(request.params);
      const staff = staffOf(request);
      const answer = await transaction(payments.db, async (tx) => {
        await readPerson(tx.q, member);
        const id = await proposeLegalHold(tx, payments, member, staff.id, { ...ask, why });
        const act = { act: 'legal-hold-proposed', subject: `legal-hold/${id}`, after: ask };
        const hold = await readLegalHold(tx, payments.macs, member, id);
        await record(tx, { ...act, staff, why, member, address: request.ip });
        return hold;
      });
      return reply.code(201).send(answer);
    },
  });
}
