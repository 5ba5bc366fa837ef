import { z } from 'zod';
import { INVITES_DAYS, INVITES_MAX, listMemberInvites } from '../../../members/invites/member-invites.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { ID_CURSOR, page, pageQuery } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';
import { answerInvite, InviteAnswer } from './invite-answers.ts';

const InvitesAnswer = page(InviteAnswer).extend({
  max: z.number().int().describe('Number of invites that can be created within `days`'),
  days: z.number().int(),
  left: z.number().int(),
  nextAtMs: z.number().int().nullable().describe('Time at which the next can be created; null while some are left'),
});

export function listInvitesRoute(http: Http, { members, payments }: Pick<MemberDeps, 'members' | 'payments'>): void {
  const deps = { db: members.db, cipher: payments.cipher };
  http.route({
    method: 'GET',
    url: '/api/me/invites',
    config: { access: 'member', holdsSecret: true },
    schema: {
      tags: ['members'],
      summary: 'The member’s invites, newest first, and how many more they can create',
      querystring: pageQuery(ID_CURSOR),
      response: { 200: InvitesAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const { limit, cursor } = request.query;
      const before = cursor === undefined ? {} : { before: cursor };
      const { nextAt, ...found } = await listMemberInvites(deps, identityOf(request), { limit, ...before });
      return {
        ...found,
        items: found.items.map(answerInvite),
        max: INVITES_MAX,
        days: INVITES_DAYS,
        nextAtMs: nextAt?.getTime() ?? null,
      };
    },
  });
}
