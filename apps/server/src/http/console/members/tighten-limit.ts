import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { forgetSums } from '../../../lottery/play-session.ts';
import { tightenLimit } from '../../../members/limits/limits.ts';
import { notifyMember } from '../../../members/messages/messages.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { KindValue, readValue } from '../../shared/limit-answers.ts';
import type { ConsoleDeps } from '../deps.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams, refuseWithoutWhy, Why } from './member-params.ts';
import { memberOrRefuse } from './member-shapes.ts';

/** Staff can enter a stricter limit that a member asked for, never a looser one: no route does. */
export function tightenLimitRoute(http: Http, { members }: Pick<ConsoleDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/limits',
    config: { access: 'staff', roles: ['support', 'owner'], readByMembers: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Enter a stricter limit that the member asked for; it applies at once',
      params: MemberParams,
      body: z.strictObject({
        kind: KindValue,
        value: z.string().max(20).describe('Minor units or, of session and check, minutes'),
        why: Why.describe('How the member asked for it; shown to the member'),
      }),
      response: { 201: z.object({ kind: KindValue, value: z.string() }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { kind, value: typed, why } = request.body;
      refuseWithoutWhy(why);
      const value = readValue(typed);
      if (value === null) throw new Refusal('bad-amount', {}, { value: 'bad-amount' });
      const member = accountOf(request.params);
      const staff = staffOf(request);
      await transaction(members.db, async (tx) => {
        await memberOrRefuse(tx.q, member);
        const before = await tightenLimit(tx, member, kind, value);
        await forgetSums(tx, member);
        await notifyMember(tx, member, { kind: 'limit-by-staff', params: { why } });
        const values = { before: { kind, value: before }, after: { kind, value } };
        const act = { act: 'member-limit-tightened', subject: `limit/${kind}`, ...values };
        await record(tx, { ...act, staff, why, member, address: request.ip });
      });
      return reply.code(201).send({ kind, value: String(value) });
    },
  });
}
