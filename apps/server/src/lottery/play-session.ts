import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { HOUR_MS } from '../durations.ts';
import { type Account, lockBalance } from '../ledger/lock.ts';

/** A play session ends after this time without a bet, in ms. */
export const PAUSE_MS = HOUR_MS;

/** Sums for the member's own limits in minor units, over ranges that end now. A negative loss is a gain. */
export interface PlaySums {
  stakedDay: bigint;
  lostDay: bigint;
  lostWeek: bigint;
  lostMonth: bigint;
}

/** A play session in progress. */
export interface PlaySession {
  startedAt: Date;
  lastAt: Date;
  checkedAt: Date;
  /** Stakes since the session began, open bets included, in minor units. */
  staked: bigint;
  /** Payouts and returned stakes of the session's settled bets, in minor units. */
  returned: bigint;
  /** The part of `staked` whose draw is not settled, in minor units. */
  open: bigint;
}

/** Recomputes the sums for the member's limits from the postings, with their balance locked. */
export async function refreshPlay(tx: Tx, account: Account): Promise<void> {
  await lockBalance(tx, account);
  await sql`select lottery.refresh_play(${account.bucket}::smallint, ${account.memberId}::uuid)`.execute(tx.q);
}

/** Invalidates the sums until they are recomputed. Called after a limit changed. */
export async function forgetSums(tx: Tx, { bucket, memberId }: Account): Promise<void> {
  await tx.q
    .updateTable('lottery.play_session')
    .set({ summed_at: null })
    .where(ofMember({ bucket, memberId }))
    .execute();
}

export async function readPlaySums(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<PlaySums> {
  const { rows } = await sql<PlaySums>`
    select staked_day as "stakedDay", lost_day as "lostDay", lost_week as "lostWeek", lost_month as "lostMonth"
    from lottery.sum_play(${bucket}::smallint, ${memberId}::uuid, clock.now())`.execute(q);
  if (!rows[0]) throw new Error('the query of the session sums returned no row');
  return rows[0];
}

/**
 * The member's session. Null if they are not playing.
 *
 * A payout counts from the moment its period is settled, when its stake stops being open: a period is paid in several
 * steps, and between them a bet would count as open and paid. Payouts of bets from before the session do not count.
 */
export async function readPlaySession(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<PlaySession | null> {
  const { rows } = await sql<PlaySession>`
    with play as materialized (
      select p.started_at, p.last_at, p.checked_at from lottery.play_session p
      where ${ofMember({ bucket, memberId }, 'p')}
        and p.last_at > clock.now() - ${PAUSE_MS}::integer * interval '1 millisecond'
    ), line as materialized (
      select t.day, t.ref, t.kind = 'stake' as is_stake, t.amount
      from play, ledger.lines(${bucket}::smallint, ${memberId}::uuid, play.started_at, clock.now() + interval '1 minute') t
      where t.kind in ('stake', 'payout', 'refund', 'return')
    ), slip as materialized (
      select s.id, s.total, s.accepted_ms < floor(extract(epoch from play.started_at) * 1000) as is_earlier,
        not exists (
          select from draw.settlement_step d
          where d.lottery_id = s.lottery_id and d.period = s.period
            and d.step in ('settle', 'refund', 'return') and d.state = 'done') as is_open
      from play, lottery.slip s
      where ${ofMember({ bucket, memberId }, 's')} and s.day >= (select min(l.day) from line l)
    )
    select play.started_at as "startedAt", play.last_at as "lastAt", play.checked_at as "checkedAt",
      (select coalesce(sum(l.amount), 0)::bigint from line l where l.is_stake) as staked,
      (select coalesce(sum(l.amount), 0)::bigint from line l where not l.is_stake
        and l.ref not in (select s.id from slip s where s.is_open or s.is_earlier)) as returned,
      (select coalesce(sum(s.total), 0)::bigint from slip s where s.is_open and not s.is_earlier) as open
    from play`.execute(q);
  return rows[0] ?? null;
}

/** Records that the member acknowledged the duration and result of their session. */
export async function noteChecked(tx: Tx, { bucket, memberId }: Account): Promise<void> {
  await tx.q
    .updateTable('lottery.play_session')
    .set({ checked_at: await clockNow(tx.q) })
    .where(ofMember({ bucket, memberId }))
    .execute();
}
