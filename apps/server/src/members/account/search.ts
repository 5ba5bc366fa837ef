import { plainText, tidyName } from '@tercet/contract/words.ts';
import { type RawBuilder, sql } from 'kysely';
import { pageOf } from '../../db/keyset.ts';
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
  /** `nextCursor` of an earlier page. */
  cursor?: string;
  limit: number;
}

/** Cursor: the lower-case user name of a page's last member. */
export const MEMBERS_CURSOR = /^[a-z0-9._-]{3,24}$/;

/** Sorts after every character of a user name, so it ends a prefix range. */
const BEYOND = '~';

/**
 * Searches members, sorted by user name. Missing filters match everything. Frequent callers pass their own cached
 * `countAll`.
 */
export async function searchMembers(
  q: Db | Tx['q'],
  query: MembersQuery,
  countAll: RowCounter = createMemberCount(),
): Promise<MembersPage> {
  const { cursor, limit } = query;
  const after = cursor === undefined ? [] : [sql`c.name_key ~>~ ${cursor}`];
  const first = sql`order by c.name_key using ~<~ limit ${limit + 1}`;
  const [ofName, ofMember] = [nameConditions(query), memberConditions(query)];
  const { rows } = await sql<Row>`
    select c.name_key, m.bucket, m.member_id, m.user_name, m.created_at, ${STATE} as state
    from ${ofMember.length > 0 ? CLAIMS : sql`(select * from ${CLAIMS} c ${where(...ofName, ...after)} ${first})`} c
    join members.member m on m.bucket = c.bucket and m.member_id = c.member_id
    ${where(...ofName, ...after, ...ofMember)} ${first}`.execute(q);
  const { page, nextCursor } = pageOf(rows, limit, (last) => last.name_key);
  return {
    items: page.map(lineOf),
    nextCursor,
    total: ofName.length + ofMember.length > 0 ? await countSuch(q, ofName, ofMember) : await countAll(q),
  };
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
  if (joinedFrom !== undefined) {
    conditions.push(sql`m.created_at >= ${joinedFrom}::date::timestamp at time zone 'UTC'`);
  }
  if (joinedTo !== undefined) {
    conditions.push(sql`m.created_at < (${joinedTo}::date + 1)::timestamp at time zone 'UTC'`);
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
