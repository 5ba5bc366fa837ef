import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { exclusionOf } from '../../../members/limits/exclusion-in-force.ts';
import { exclude, TIME_OUT_HOURS } from '../../../members/limits/exclusions.ts';
import { notifyMember } from '../../../members/messages/messages.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { Months, UNTIL_TEXT } from '../../shared/limit-answers.ts';
import type { ConsoleDeps } from '../deps.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams, refuseWithoutWhy, Why } from './member-params.ts';

const Break = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('time-out'), hours: z.int().min(TIME_OUT_HOURS.min).max(TIME_OUT_HOURS.max) }),
  // Only members choose a permanent exclusion, because it cannot be reversed.
  z.strictObject({ kind: z.literal('self-exclusion'), months: Months.unwrap() }),
]);

/** Staff can start an exclusion that a member asked for, never end or shorten one: no route does. */
export function excludeMemberRoute(http: Http, { members }: Pick<ConsoleDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/exclusion',
    config: { access: 'staff', roles: ['support', 'owner'], stepUp: true, readByMembers: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Start a time-out or self-exclusion that the member asked for; staff can neither end nor shorten it',
      params: MemberParams,
      body: z.strictObject({ break: Break, why: Why.describe('How the member asked for it; shown to the member') }),
      response: {
        201: z.object({
          kind: z.enum(['time-out', 'self-exclusion']),
          untilMs: z.number().nullable().describe(UNTIL_TEXT),
        }),
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const { why, break: started } = request.body;
      refuseWithoutWhy(why);
      const member = accountOf(request.params);
      const staff = staffOf(request);
      const exclusion = await transaction(members.db, async (tx) => {
        const before = await exclusionOf(tx.q, member);
        await exclude(tx, members, member, started);
        const after = await exclusionOf(tx.q, member);
        if (after === null) throw new Error('the new exclusion is not in force');
        const kind = started.kind === 'time-out' ? 'timeOut' : 'selfExclusion';
        await notifyMember(tx, member, { kind: 'exclusion-by-staff', params: { why, kind } });
        const act = { act: 'member-excluded', subject: `exclusion/${after.kind}`, before, after };
        await record(tx, { ...act, staff, why, member, address: request.ip });
        return after;
      });
      return reply.code(201).send({ kind: exclusion.kind, untilMs: exclusion.until?.getTime() ?? null });
    },
  });
}
