import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import {
  decidePossibleMatch,
  listPossibleMatches,
  MATCH_STATES,
  type PossibleMatch,
  readPossibleMatch,
  VERDICTS,
} from '../../../members/persons/possible-matches.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { ID_CURSOR, page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { given } from '../list-filter.ts';
import { staffOf } from '../staff-caller.ts';
import { accountOf, MemberParams, refuseWithoutWhy, Why } from './member-params.ts';

const MatchAnswer = z.object({
  id: z.uuid(),
  memberId: z.uuid().describe('Account to review'),
  userName: z.string(),
  realName: z.string().nullable(),
  otherId: z.uuid().describe('The excluded account'),
  otherUserName: z.string(),
  otherRealName: z.string().nullable(),
  otherExcluded: z.boolean().describe('False once the other account’s exclusion has ended'),
  otherUntilMs: z
    .number()
    .int()
    .nullable()
    .describe('End of its time-out, or when the end of its self-exclusion may be requested; null for none'),
  foundAtMs: z.number().int(),
  verdict: z.enum(VERDICTS).nullable(),
  decidedAtMs: z.number().int().nullable(),
  decidedBy: z.string().nullable().describe('Name of the staff member'),
});
z.globalRegistry.add(MatchAnswer, { id: 'PossibleMatch' });

const MatchParams = MemberParams.extend({ id: Uuid });

export function possibleMatchesRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/possible-matches',
    config: { access: 'staff', roles: ['support', 'auditor', 'owner'], readCost: 2 },
    schema: {
      tags: ['console'],
      summary:
        'Accounts with the same birth date and nearly the same name as an excluded member; open ones first, oldest first',
      querystring: pageQuery(ID_CURSOR).extend({ state: z.enum(MATCH_STATES).default('open') }),
      response: { 200: page(MatchAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, state } = request.query;
      return transaction(db, async (tx) => {
        const found = await listPossibleMatches(tx.q, { ...given({ cursor }), state, limit });
        const members = new Set(found.items.flatMap(({ memberId, otherId }) => [memberId, otherId]));
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'members-read', after: { members: [...members] } });
        return { ...found, items: await answerMatches(tx.q, found.items) };
      });
    },
  });
}

export function readPossibleMatchRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/possible-matches/:id',
    config: { access: 'staff', roles: ['support', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'One pair of accounts that may belong to one person',
      params: MatchParams,
      response: { 200: MatchAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      return transaction(db, async (tx) => {
        const match = await readPossibleMatch(tx.q, accountOf(request.params), id);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        const members = [match.memberId, match.otherId];
        await record(tx, { ...by, act: 'members-read', subject: `possible-match/${id}`, after: { members } });
        const [answer] = await answerMatches(tx.q, [match]);
        return answer as z.infer<typeof MatchAnswer>;
      });
    },
  });
}

async function answerMatches(q: Tx['q'], matches: readonly PossibleMatch[]): Promise<z.infer<typeof MatchAnswer>[]> {
  const names = await namesOfStaff(q, [...new Set(matches.flatMap(({ decidedBy }) => decidedBy ?? []))]);
  return matches.map(({ decidedBy, ...match }) => ({
    ...match,
    decidedBy: decidedBy === null ? null : (names.get(decidedBy) ?? ''),
  }));
}

export function decidePossibleMatchRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/possible-matches/:id/decide',
    config: { access: 'staff', roles: ['support', 'owner'], readByMembers: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Record, once, whether two accounts belong to one person. It changes neither account',
      params: MatchParams,
      body: z.strictObject({ verdict: z.enum(VERDICTS), why: Why.describe('Shown to the member') }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { verdict, why } = request.body;
      refuseWithoutWhy(why);
      const { id } = request.params;
      const member = accountOf(request.params);
      const staff = staffOf(request);
      await transaction(db, async (tx) => {
        await decidePossibleMatch(tx, member, { id, verdict, staffId: staff.id });
        const act = { act: 'possible-match-decided', subject: `possible-match/${id}`, after: { verdict } };
        await record(tx, { ...act, staff, why, member, address: request.ip });
      });
      return reply.code(204).send(null);
    },
  });
}
