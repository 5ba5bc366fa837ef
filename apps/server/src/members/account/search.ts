import { plainText, tidyName } from '@tercet/contract/words.ts';
import { type RawBuilder, sql } from 'kysely';
import { withinDays } from '../../db/day-span.ts';
import { cursorOf, pageOf, type SortBy, type Sorting, sortingOf, sortNames } from '../../db/keyset.ts';
import type { Db } from '../../db/pool.ts';
import type { RowCounter } from '../../db/row-counter.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { createMemberCount } from './member-count.ts';
import { nameKey } from './user-names.ts';

/** A member as listed. */
export interface MemberLine extends Account {
  userName: string;
  joinedAtMs: number;
  state: MemberState;
}

export const MEMBER_STATES = ['active', 'suspended', 'closing', 'closed'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];

export interface MembersPage {
  items: MemberLine[];
  nextCursor: string | null;
  total: number;
}

export interface MembersQuery {
  /** Prefix of the user name, in any case. */
  userName?: string;
  memberId?: string;
  /** The whole real name, in any case, width and spelling. */
  realName?: string;
  state?: MemberState;
  /** First day of joining (`YYYY-MM-DD`, UTC), inclusive. */
  joinedFrom?: string;
  /** Last day of joining, inclusive. */
  joinedTo?: string;
  /** `userName` by default. */
  sort?: MemberSort;
  /** `nextCursor` of an earlier page. */
  cursor?: string;
  limit: number;
}

const JOINED = { joined: { column: sql.ref('m.created_at'), kind: 'time' } } as const;

export const MEMBER_SORTS = sortNames({ userName: null, ...JOINED });
type MemberSort = SortBy<'userName' | 'joined'>;

/** Cursor: the lower-case user name of a page's last member, or by time of joining that of other lists. */
export const MEMBERS_CURSOR = /^(?:[a-z0-9._-]{3,24}|\d{1,18}~[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Sorts after every character of a user name, so it ends a prefix range. */
const BEYOND = '~';

/**
 * Searches members, by default sorted by user name. Missing filters match everything. Frequent callers pass their own
 * cached `countAll`.
 */
export async function searchMembers(
  q: Db | Tx['q'],
  query: MembersQuery,
  countAll: RowCounter = createMemberCount(),
): Promise<MembersPage> {
  const { limit, sort = 'userName' } = query;
  const [ofName, ofMember] = [nameConditions(query), memberConditions(query)];
  const isByName = sort === 'userName' || sort === '-userName';
  const rows = isByName
    ? await readByName(q, query, sort)
    : await readByTime(q, query, sortingOf(JOINED, sort, 'm.member_id'));
  const nextOf = (last: Row) => (isByName ? last.name_key : cursorOf({ sorted: last.sorted, id: last.member_id }));
  const { page, nextCursor } = pageOf(rows, limit, nextOf);
  return {
    items: page.map(lineOf),
    nextCursor,
    total: ofName.length + ofMember.length > 0 ? await countSuch(q, ofName, ofMember) : await countAll(q),
  };
}

async function readByName(q: Db | Tx['q'], query: MembersQuery, sort: SortBy<'userName'>): Promise<Row[]> {
  const { cursor, limit } = query;
  const [ofName, ofMember] = [nameConditions(query), memberConditions(query)];
  const [beyond, direction] = sort === 'userName' ? [sql.raw('~>~'), sql.raw('~<~')] : [sql.raw('~<~'), sql.raw('~>~')];
  const after = cursor === undefined ? [] : [sql`c.name_key ${beyond} ${cursor}`];
  const first = sql`order by c.name_key using ${direction} limit ${limit + 1}`;
  const { rows } = await sql<Row>`
    select c.name_key, 0::bigint as sorted, ${LINE}
    from ${ofMember.length > 0 ? CLAIMS : sql`(select * from ${CLAIMS} c ${where(...ofName, ...after)} ${first})`} c
    join members.member m on m.bucket = c.bucket and m.member_id = c.member_id
    ${where(...ofName, ...after, ...ofMember)} ${first}`.execute(q);
  return rows;
}

async function readByTime(q: Db | Tx['q'], query: MembersQuery, sorting: Sorting): Promise<Row[]> {
  const conditions = [...nameConditions(query), ...memberConditions(query)];
  const { rows } = await sql<Row>`
    select c.name_key, ${sorting.value} as sorted, ${LINE}
    from members.member m join ${CLAIMS} c on c.bucket = m.bucket and c.member_id = m.member_id
    ${where(sql`true`, ...conditions)} ${sorting.after(query.cursor)} ${sorting.order} limit ${query.limit + 1}`.execute(
    q,
  );
  return rows;
}

async function countSuch(q: Db | Tx['q'], ofName: Condition[], ofMember: Condition[]): Promise<number> {
  const member = sql`join members.member m on m.bucket = c.bucket and m.member_id = c.member_id`;
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from ${CLAIMS} c ${ofMember.length > 0 ? member : sql``} ${where(...ofName, ...ofMember)}`.execute(
    q,
  );
  return Number(rows[0]?.n ?? 0);
}

type Condition = RawBuilder<unknown>;

function where(...conditions: Condition[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

/** Finds one member; null when there is none. */
export async function findMember(q: Db | Tx['q'], { memberId }: Account): Promise<MemberLine | null> {
  const { items } = await searchMembers(q, { memberId, limit: 1 });
  return items[0] ?? null;
}

interface Row {
  name_key: string;
  sorted: bigint;
  bucket: number;
  member_id: string;
  user_name: string;
  created_at: Date;
  state: MemberState;
}

/** Members without a claimed name were erased, and are not listed. */
const CLAIMS = sql`members.user_name_claim`;

const STATE = sql<MemberState>`
  case
    when exists (select from members.closure x where x.bucket = m.bucket and x.member_id = m.member_id
      and x.done_at is not null) then 'closed'
    when exists (select from members.closure x where x.bucket = m.bucket and x.member_id = m.member_id) then 'closing'
    when exists (select from members.suspension s where s.bucket = m.bucket and s.member_id = m.member_id
      and s.lifted_at is null and s.from_at <= clock.now()
      and (s.until_at is null or s.until_at > clock.now())) then 'suspended'
    else 'active'
  end`;

const LINE = sql`m.bucket, m.member_id, m.user_name, m.created_at, ${STATE} as state`;

/**
 * Conditions on the name claim alone. With only these, a page of claims is a page of members, and no more are joined.
 */
function nameConditions({ userName, memberId }: MembersQuery): Condition[] {
  const conditions: Condition[] = [];
  if (userName !== undefined && userName !== '') {
    const from = nameKey(plainText(userName));
    conditions.push(sql`c.name_key ~>=~ ${from} and c.name_key ~<~ ${from + BEYOND}`);
  }
  if (memberId !== undefined) conditions.push(sql`c.member_id = ${memberId}::uuid`);
  return conditions;
}

function memberConditions({ realName, state, joinedFrom, joinedTo }: MembersQuery): Condition[] {
  const conditions: Condition[] = [];
  if (realName !== undefined && realName !== '') conditions.push(named(tidyName(realName)));
  if (state !== undefined) conditions.push(sql`${STATE} = ${state}`);
  if (joinedFrom !== undefined || joinedTo !== undefined) {
    conditions.push(sql`true ${withinDays('m.created_at', { from: joinedFrom, to: joinedTo })}`);
  }
  return conditions;
}

/** Matches the current real name: the latest that the member gave or support corrected. */
function named(name: string): RawBuilder<unknown> {
  return sql`(m.bucket, m.member_id) in (
    select n.bucket, n.member_id from members.real_name n
    where house.search_form(n.name) = house.search_form(${name}) and not exists (
      select from members.real_name x
      where x.bucket = n.bucket and x.member_id = n.member_id and x.version > n.version))`;
}

function lineOf({ bucket, member_id, user_name, created_at, state }: Row): MemberLine {
  return { bucket, memberId: member_id, userName: user_name, joinedAtMs: created_at.getTime(), state };
}
