import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { lift, suspensionOf } from '../../../members/account/suspensions.ts';
import { notifyMember } from '../../../members/messages/messages.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import type { ConsoleDeps } from '../deps.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams, refuseWithoutWhy, Why } from './member-params.ts';
import { memberOrRefuse } from './member-shapes.ts';

export function liftSuspensionRoute(http: Http, { members }: Pick<ConsoleDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/suspension/lift',
    config: { access: 'staff', roles: ['support', 'owner'], readByMembers: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Lift all suspensions of a member; the member’s own breaks stay',
      params: MemberParams,
      body: z.strictObject({ why: Why }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why } = request.body;
      refuseWithoutWhy(why);
      const member = accountOf(request.params);
      const staff = staffOf(request);
      await transaction(members.db, async (tx) => {
        await memberOrRefuse(tx.q, member);
        const before = await suspensionOf(tx.q, member.memberId);
        if (before === null) throw new Refusal('not-suspended');
        await lift(tx, members.sessions, member.memberId);
        await notifyMember(tx, member, { kind: 'account-unsuspended', params: {} });
        const act = { act: 'suspension-lifted', before, after: null };
        await record(tx, { ...act, staff, why, member, address: request.ip });
      });
      return reply.code(204).send(null);
    },
  });
}
