import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { createMemberCount } from '../../../members/account/member-count.ts';
import { MEMBER_SORTS, MEMBER_STATES, MEMBERS_CURSOR, searchMembers } from '../../../members/account/search.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { Day } from '../../shared/statement-query.ts';
import { given, logged } from '../list-filter.ts';
import { staffOf } from '../staff-caller.ts';
import { answerMemberLine, MemberLineAnswer } from './member-shapes.ts';

/** Filter of members, shared by the list and its CSV file. */
export const MEMBER_FILTER = {
  userName: z.string().trim().max(24).optional().describe('Prefix of the user name'),
  memberId: Uuid.optional(),
  realName: z.string().trim().max(200).optional().describe('Full real name; case and accents are ignored'),
  state: z.enum(MEMBER_STATES).optional(),
  joinedFrom: Day.optional().describe('A day, in UTC'),
  joinedTo: Day.optional().describe('A day, in UTC, that counts'),
  sort: z.enum(MEMBER_SORTS).optional().describe('`userName` by default; descending with a leading minus'),
};

export function listMembersRoute(http: Http, deps: { db: Db }): void {
  const countAll = createMemberCount();
  http.route({
    method: 'GET',
    url: '/api/console/members',
    config: { access: 'staff', roles: ['support', 'finance', 'auditor', 'owner'], readCost: 3 },
    schema: {
      tags: ['console'],
      summary: 'Members, also by user name, by id or by real name',
      querystring: pageQuery(MEMBERS_CURSOR).extend(MEMBER_FILTER),
      response: { 200: page(MemberLineAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, ...wishes } = request.query;
      const filter = given(wishes);
      return transaction(deps.db, async (tx) => {
        const found = await searchMembers(tx.q, { ...filter, ...given({ cursor }), limit }, countAll);
        const after = { ...logged(filter), members: found.items.map(({ memberId }) => memberId) };
        await record(tx, { staff: staffOf(request), act: 'members-read', why: null, after, address: request.ip });
        return { ...found, items: found.items.map(answerMemberLine) };
      });
    },
  });
}
