import { type RawBuilder, sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { pageOf } from '../../db/keyset.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import { measureQueue, NOT_DUE, type Queue } from '../../db/queue.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import { IN_FORCE } from '../limits/exclusion-in-force.ts';

export const MATCH_STATES = ['open', 'decided'] as const;
export const VERDICTS = ['same', 'other'] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * Two accounts that may belong to one person, of which the other is excluded. Their birth dates agree and their names
 * are similar.
 */
export interface PossibleMatch {
  id: string;
  memberId: string;
  userName: string;
  /** Null when it was erased. */
  realName: string | null;
  otherId: string;
  otherUserName: string;
  otherRealName: string | null;
  /** Whether the other account's exclusion is still in force. */
  otherExcluded: boolean;
  /** End of its time-out, or the time from which the end of its self-exclusion may be requested; null for none. */
  otherUntilMs: number | null;
  foundAtMs: number;
  /** Null until staff decide, like the two below. */
  verdict: Verdict | null;
  decidedAtMs: number | null;
  /** Id of the staff account. */
  decidedBy: string | null;
}

export interface MatchesPage {
  items: PossibleMatch[];
  nextCursor: string | null;
  total: number;
}

export interface MatchesQuery {
  state: (typeof MATCH_STATES)[number];
  /** Id of the last item of an earlier page. */
  cursor?: string;
  limit: number;
}

/** Lists for staff that `account` and `other` may belong to one person. Idempotent. */
export async function notePossibleMatch(tx: Tx, account: Account, other: Account): Promise<void> {
  await tx.q
    .insertInto('members.possible_match')
    .values({
      bucket: account.bucket,
      member_id: account.memberId,
      id: newId(),
      other_bucket: other.bucket,
      other_id: other.memberId,
      found_at: await clockNow(tx.q),
    })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Lists open matches oldest first, decided ones newest first. Ids are ordered by time. */
export async function listPossibleMatches(
  q: Db | Tx['q'],
  { state, cursor, limit }: MatchesQuery,
): Promise<MatchesPage> {
  const isOpen = state === 'open';
  const beyond = cursor === undefined ? sql`` : sql`and x.id ${isOpen ? sql`>` : sql`<`} ${cursor}::uuid`;
  const { rows } = await select(
    sql`(x.verdict is null) = ${isOpen} ${beyond} order by x.id ${isOpen ? sql`` : sql`desc`} limit ${limit + 1}`,
  ).execute(q);
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return { items: page.map(matchOf), nextCursor, total: await count(q, isOpen) };
}

/** One pair. Throws `not-found`. */
export async function readPossibleMatch(q: Db | Tx['q'], account: Account, id: string): Promise<PossibleMatch> {
  const { rows } = await select(sql`${ofMember(account, 'x')} and x.id = ${id}::uuid`).execute(q);
  if (!rows[0]) throw new Refusal('not-found');
  return matchOf(rows[0]);
}

interface Row extends Omit<PossibleMatch, 'foundAtMs' | 'otherUntilMs' | 'decidedAtMs'> {
  foundAt: Date;
  otherUntil: Date | null;
  decidedAt: Date | null;
}

function select(which: RawBuilder<unknown>) {
  return sql<Row>`
    select x.id, x.member_id as "memberId", coalesce(m.user_name, '') as "userName",
      ${newestName(sql`x.bucket`, sql`x.member_id`)} as "realName",
      x.other_id as "otherId", coalesce(o.user_name, '') as "otherUserName",
      ${newestName(sql`x.other_bucket`, sql`x.other_id`)} as "otherRealName", (
        select count(*) > 0 from members.exclusion e
        where e.bucket = x.other_bucket and e.member_id = x.other_id and ${IN_FORCE}
      ) as "otherExcluded", (
        select case when count(e.hours) = count(*) then max(e.from_at + e.hours * interval '1 hour') end
        from members.exclusion e
        where e.bucket = x.other_bucket and e.member_id = x.other_id and ${IN_FORCE}
      ) as "otherUntil", x.found_at as "foundAt", x.verdict, x.decided_at as "decidedAt", x.decided_by as "decidedBy"
    from members.possible_match x
    left join members.member m on m.bucket = x.bucket and m.member_id = x.member_id
    left join members.member o on o.bucket = x.other_bucket and o.member_id = x.other_id
    where ${which}`;
}

function matchOf({ foundAt, otherUntil, decidedAt, ...match }: Row): PossibleMatch {
  return {
    ...match,
    foundAtMs: foundAt.getTime(),
    otherUntilMs: otherUntil?.getTime() ?? null,
    decidedAtMs: decidedAt?.getTime() ?? null,
  };
}

/** Stores the verdict, once. Throws `not-found`, `already-set`. */
export async function decidePossibleMatch(
  tx: Tx,
  { bucket, memberId }: Account,
  { id, verdict, staffId }: { id: string; verdict: Verdict; staffId: string },
): Promise<void> {
  const ofMatch = sql`${ofMember({ bucket, memberId }, 'x')} and x.id = ${id}::uuid`;
  const { rows } = await sql`
    update members.possible_match x set verdict = ${verdict}, decided_by = ${staffId}::uuid, decided_at = clock.now()
    where ${ofMatch} and x.verdict is null returning x.id`.execute(tx.q);
  if (rows.length > 0) return;
  const { rows: stored } = await sql`select from members.possible_match x where ${ofMatch}`.execute(tx.q);
  throw new Refusal(stored.length > 0 ? 'already-set' : 'not-found');
}

/** Pairs that staff have not decided. */
export function matchQueue(q: Db | Tx['q']): Promise<Queue> {
  return measureQueue(
    q,
    sql`select x.found_at as since, ${NOT_DUE} from members.possible_match x
    where x.verdict is null order by x.found_at`,
  );
}

async function count(q: Db | Tx['q'], isOpen: boolean): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from members.possible_match x where (x.verdict is null) = ${isOpen}`.execute(q);
  return Number(rows[0]?.n ?? 0);
}

function newestName(bucket: ReturnType<typeof sql>, memberId: ReturnType<typeof sql>) {
  return sql`(select n.name from members.real_name n where n.bucket = ${bucket} and n.member_id = ${memberId}
    order by n.version desc limit 1)`;
}
