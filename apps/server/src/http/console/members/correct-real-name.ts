import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { copyExclusion } from '../../../members/limits/exclusions.ts';
import { notifyMember } from '../../../members/messages/messages.ts';
import { correctRealName } from '../../../members/persons/real-name.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS, Typed } from '../../shared/forms.ts';
import type { ConsoleDeps } from '../deps.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams, refuseWithoutWhy, Why } from './member-params.ts';

export function correctRealNameRoute(http: Http, { members }: Pick<ConsoleDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/real-name',
    config: { access: 'staff', roles: ['support'], stepUp: true, readByMembers: true },
    schema: {
      tags: ['console'],
      summary: 'Correct the real name of a member, who is notified',
      params: MemberParams,
      body: z.strictObject({ realName: Typed, why: Why }),
      response: { 200: z.object({ realName: z.string() }), ...PROBLEMS },
    },
    handler: async (request) => {
      const { realName, why } = request.body;
      refuseWithoutWhy(why);
      const account = accountOf(request.params);
      const staff = staffOf(request);
      const { after } = await transaction(members.db, async (tx) => {
        const names = await correctRealName(tx, account, realName, staff.id);
        // The corrected name may match an exclusion that this person set under another user name.
        await copyExclusion(tx, members, account);
        await notifyMember(tx, account, { kind: 'real-name-corrected', params: { realName: names.after } });
        await record(tx, { staff, act: 'real-name', why, member: account, ...names, address: request.ip });
        return names;
      });
      return { realName: after };
    },
  });
}
