import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import { confirmLegalHold } from '../../../payments/rules/legal-holds.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { accountOf, refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { LegalHoldAnswer, LegalHoldParams, readLegalHold } from './legal-hold-shapes.ts';

export function confirmLegalHoldRoute(http: Http, { payments }: { payments: PaymentsDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/legal-holds/:id/confirm',
    config: { access: 'staff', roles: ['finance', 'owner'], stepUp: true, readByMembers: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Confirm a legal hold that another person entered: it is now in force, and the member is notified',
      params: LegalHoldParams,
      body: z.strictObject({ why: Why }),
      response: { 200: LegalHoldAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const { why } = request.body;
      refuseWithoutWhy(why);
      const member = accountOf(request.params);
      const staff = staffOf(request);
      return transaction(payments.db, async (tx) => {
        await confirmLegalHold(tx, payments, member, id, staff.id);
        const hold = await readLegalHold(tx, payments.macs, member, id);
        const act = { act: 'legal-hold-confirmed', subject: `legal-hold/${id}`, after: hold };
        await record(tx, { ...act, staff, why, member, address: request.ip });
        return hold;
      });
    },
  });
}
