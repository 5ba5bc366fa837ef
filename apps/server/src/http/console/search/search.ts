import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { languageOfTag } from '../../../languages.ts';
import type { Role } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { localeOf } from '../../shared/accept-language.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { findActs } from './find-acts.ts';
import { findConversations } from './find-desk.ts';
import { findHosts, findTitles, type Spoken } from './find-library.ts';
import { type FoundMembers, findMembers } from './find-members.ts';
import { findPayments, findWithdrawals, type Reference, readReference } from './find-money.ts';
import { findBets, findDraws } from './find-play.ts';
import { type Found, HITS_MAX, HitAnswer, type SearchDeps } from './hit.ts';
import { readTerm, type Term } from './term.ts';

const LENGTH_MIN = 3;
const LENGTH_MAX = 80;

const GROUPS = [
  ...(['members', 'withdrawals', 'payments', 'bets', 'draws'] as const),
  ...(['conversations', 'hosts', 'titles', 'acts'] as const),
] as const;
type Group = (typeof GROUPS)[number];

/** What the groups of one search share. */
interface Asked {
  term: Term;
  deps: SearchDeps;
  spoken: Spoken;
  reference: Reference;
  /** The member meant exactly. Null also for roles that may not see members. */
  members: FoundMembers;
}

interface Source {
  /** Those that may read the page of the group. */
  roles: readonly Role[];
  find(tx: Tx, asked: Asked): Promise<Found>;
}

const MEMBERS: readonly Role[] = ['support', 'finance', 'auditor', 'owner'];
const MONEY: readonly Role[] = ['finance', 'auditor', 'owner'];

const SOURCES: Readonly<Record<Group, Source>> = {
  members: { roles: MEMBERS, find: async (_, { members }) => members },
  withdrawals: {
    roles: MONEY,
    find: (tx, { term, reference, members }) => findWithdrawals(tx, term, reference, members.exact),
  },
  payments: { roles: MONEY, find: (tx, { reference }) => findPayments(tx, reference) },
  bets: { roles: MEMBERS, find: (tx, { term, deps }) => findBets(tx, term, deps.catalogue()) },
  draws: { roles: MONEY, find: (tx, { term, deps }) => findDraws(tx, term, deps.catalogue()) },
  conversations: {
    roles: ['support', 'auditor', 'owner'],
    find: (tx, { term, members }) => findConversations(tx, term, members.exact),
  },
  hosts: {
    roles: ['support', 'content', 'auditor', 'owner'],
    find: (tx, { term, spoken }) => findHosts(tx, term, spoken),
  },
  titles: { roles: ['content', 'auditor', 'owner'], find: (tx, { term, spoken }) => findTitles(tx, term, spoken) },
  acts: {
    roles: ['auditor', 'owner'],
    find: (tx, { term, reference, members }) => findActs(tx, term, { reference, exact: members.exact }),
  },
};

const SearchAnswer = z.object({
  groups: z
    .array(z.object({ group: z.enum(GROUPS), hits: z.array(HitAnswer).max(HITS_MAX), hasMore: z.boolean() }))
    .describe('Groups that the role may see and that found something'),
});
z.globalRegistry.add(SearchAnswer, { id: 'SearchAnswer' });

/** Search of the console. Each is an audit event that names the members it showed, and not what was typed. */
export function searchRoute(http: Http, deps: SearchDeps): void {
  http.route({
    method: 'GET',
    url: '/api/console/search',
    config: { access: 'staff', roles: ['support', 'content', 'finance', 'auditor', 'owner'], readCost: 10 },
    schema: {
      tags: ['console'],
      summary: 'Members, money, bets, draws, conversations, hosts, titles and acts by id, number or name',
      querystring: z.object({ query: z.string().trim().min(LENGTH_MIN).max(LENGTH_MAX) }),
      response: { 200: SearchAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const staff = staffOf(request);
      const language = languageOfTag(localeOf(request));
      const spoken = { languages: language === null ? [] : [language], house: deps.house.locale };
      const term = readTerm(request.query.query);
      return transaction(deps.db, async (tx) => {
        const groups = await search(tx, staff.role, { term, deps, spoken });
        const hits = groups.flatMap((one) => one.hits);
        const after = {
          members: [...new Set(hits.flatMap(({ memberId }) => memberId ?? []))],
          found: hits.map(({ kind, id }) => `${kind}/${id}`),
        };
        await record(tx, { staff, act: 'console-searched', why: null, after, address: request.ip });
        return { groups };
      });
    },
  });
}

/** The groups of a role that found something. */
export async function search(
  tx: Tx,
  role: Role,
  asked: Pick<Asked, 'term' | 'deps' | 'spoken'>,
): Promise<z.infer<typeof SearchAnswer>['groups']> {
  const isSeen = (group: Group) => SOURCES[group].roles.includes(role);
  const { term, deps } = asked;
  const members = isSeen('members') ? await findMembers(tx, term) : { hits: [], hasMore: false, exact: null };
  const reference = isSeen('payments') ? await readReference(tx, term, deps.payments.provider) : null;
  const groups: z.infer<typeof SearchAnswer>['groups'] = [];
  for (const group of GROUPS.filter(isSeen)) {
    const { hits, hasMore } = await SOURCES[group].find(tx, { ...asked, members, reference });
    if (hits.length > 0) groups.push({ group, hits, hasMore });
  }
  return groups;
}
