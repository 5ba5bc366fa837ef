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
  /** Payouts and returned stakes minus stakes since the session began, in minor units. */
  net: bigint;
  /** The part of the stakes in `net` whose draw is not settled, in minor units. */
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

/** The member's session. Null if they are not playing. */
export async function readPlaySession(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<PlaySession | null> {
  const { rows } = await sql<PlaySession>`
    select p.started_at as "startedAt", p.last_at as "lastAt", p.checked_at as "checkedAt", (
        select coalesce(sum(case when t.kind = 'stake' then -t.amount else t.amount end), 0)::bigint
        from ledger.lines(p.bucket, p.member_id, p.started_at, clock.now() + interval '1 minute') t
        where t.kind in ('stake', 'payout', 'refund', 'return')
      ) as net, (
        select coalesce(sum(s.total), 0)::bigint from lottery.slip s
        where s.bucket = p.bucket and s.member_id = p.member_id
          and s.day >= (p.started_at at time zone 'UTC')::date
          and s.accepted_ms >= floor(extract(epoch from p.started_at) * 1000)
          and not exists (
            select from draw.settlement_step d
            where d.lottery_id = s.lottery_id and d.period = s.period
              and d.step in ('settle', 'refund', 'return') and d.state = 'done')
      ) as open
    from lottery.play_session p
    where ${ofMember({ bucket, memberId }, 'p')}
      and p.last_at > clock.now() - ${PAUSE_MS}::integer * interval '1 millisecond'`.execute(q);
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
