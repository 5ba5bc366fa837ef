import { sql } from 'kysely';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Identity } from '../identity.ts';
import { type Account, lockBalance } from '../ledger/lock.ts';
import { endSessions, keepRestricted, type Sessions } from './sessions.ts';
import { lockMember } from './suspensions.ts';

export type ExclusionKind = 'time-out' | 'self-exclusion';

export interface Exclusion {
  kind: ExclusionKind;
  from: Date;
  until: Date;
}

/** A month of an exclusion: never shorter than one of the calendar. */
const MONTH_HOURS = 31 * 24;
const HOUR_MS = 3_600_000;

const UNTIL = sql<Date>`from_at + hours * interval '1 hour'`;

export const TIME_OUT_HOURS = { min: 24, max: 1_008 } as const;
export const EXCLUSION_MONTHS = [6, 12, 24, 60] as const;

/** The exclusion that a member is under now, the longest if there are several; null for none. */
export async function exclusionOf(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<Exclusion | null> {
  const row = await q
    .selectFrom('members.exclusion')
    .select(['kind', 'from_at as from', UNTIL.as('until')])
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where(UNTIL, '>', sql<Date>`clock.now()`)
    .orderBy(UNTIL, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, kind: row.kind as ExclusionKind } : null;
}

/** Begins at once, on this account and on all that are the same person's; runs out by itself after so many hours. */
export async function takeTimeOut(tx: Tx, sessions: Sessions, identity: Identity, hours: number): Promise<void> {
  await exclude(tx, sessions, identity, 'time-out', hours);
}

/** Likewise, for so many months; nothing shortens it. */
export async function selfExclude(tx: Tx, sessions: Sessions, identity: Identity, months: number): Promise<void> {
  await exclude(tx, sessions, identity, 'self-exclusion', months * MONTH_HOURS);
}

/**
 * Puts an account under the exclusion that its owner is under by another account, now that his name is known. Whether
 * there was one.
 */
export async function copyExclusion(tx: Tx, sessions: Sessions, identity: Identity): Promise<boolean> {
  const own = await exclusionOf(tx.q, identity);
  const others = await accountsOfSamePerson(tx, identity);
  let found: { account: Account; exclusion: Exclusion } | null = null;
  for (const account of others) {
    const exclusion = await exclusionOf(tx.q, account);
    if (exclusion && exclusion.until > (found?.exclusion.until ?? own?.until ?? new Date(0))) {
      found = { account, exclusion };
    }
  }
  if (!found) return false;
  await lockMember(tx, identity.memberId);
  await lockBalance(tx, identity);
  await insertCopy(tx, identity, found.exclusion, found.account.memberId);
  await keepRestricted(tx, sessions, identity);
  return true;
}

async function exclude(
  tx: Tx,
  sessions: Sessions,
  identity: Identity,
  kind: ExclusionKind,
  hours: number,
): Promise<void> {
  const { bucket, memberId } = identity;
  await lockMember(tx, memberId);
  // Slips and top-ups that are under way end first; those behind them find it.
  await lockBalance(tx, identity);
  await tx.q
    .insertInto('members.exclusion')
    .values({ bucket, member_id: memberId, id: newId(), kind, hours })
    .execute();
  await keepRestricted(tx, sessions, identity);
  const exclusion = await exclusionOf(tx.q, identity);
  if (!exclusion) throw new Error('an exclusion did not begin');
  for (const account of await accountsOfSamePerson(tx, identity)) {
    await insertCopy(tx, account, exclusion, memberId);
    await endSessions(tx, sessions, account.memberId);
  }
}

async function insertCopy(tx: Tx, account: Account, { kind, until }: Exclusion, from: string): Promise<void> {
  const { rows } = await sql<{ left_ms: number }>`
    select (extract(epoch from ${until}::timestamptz - clock.now()) * 1000)::float8 as left_ms`.execute(tx.q);
  const { bucket, memberId } = account;
  const hours = Math.max(1, Math.ceil((rows[0]?.left_ms ?? 0) / HOUR_MS));
  await tx.q
    .insertInto('members.exclusion')
    .values({ bucket, member_id: memberId, id: newId(), kind, hours, copied_from: from })
    .execute();
}

/** Other accounts in the same real name with the same date of birth, however the name is written in large and small. */
async function accountsOfSamePerson(tx: Tx, { bucket, memberId }: Account): Promise<Account[]> {
  const { rows } = await sql<{ bucket: number; memberId: string }>`
    select distinct o.bucket, o.member_id as "memberId"
    from members.real_name mine
    join members.member me on me.bucket = mine.bucket and me.member_id = mine.member_id
    join members.real_name theirs on lower(theirs.name) = lower(mine.name)
    join members.member o on o.bucket = theirs.bucket and o.member_id = theirs.member_id
      and o.birth_date = me.birth_date
    where mine.bucket = ${bucket}::smallint and mine.member_id = ${memberId}::uuid and o.member_id <> me.member_id
    order by o.bucket, o.member_id`.execute(tx.q);
  return rows;
}
