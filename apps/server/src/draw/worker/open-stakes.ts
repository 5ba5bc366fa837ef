import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';
import type { Buckets } from '../../ledger/liabilities/owed.ts';
import type { LedgerSnapshot } from '../../ledger/liabilities/snapshot.ts';

/** Largest expected step of a clock. */
const MARGIN_SECONDS = 3_600;

interface OpenPeriod {
  lottery_id: number;
  period: bigint;
  day: string;
}

/**
 * Unsettled stakes at a snapshot, by member. A slip counts if it has no payout, refund or return by the snapshot, and
 * its period is not fully paid by then. In a partly paid period, a winner's payout counts if they have it by the
 * snapshot, otherwise their stake. So the sum is never below the certain debt. It uses only rows with an epoch, so a
 * repeated query gives the same result.
 */
export async function openStakes(q: Tx['q'], snapshot: LedgerSnapshot, buckets: Buckets): Promise<Map<string, bigint>> {
  const stakes = new Map<string, bigint>();
  const byDay = Map.groupBy(await periodsOpenAt(q, snapshot), ({ day }) => day);
  for (const [day, periods] of byDay) {
    for (const { member_id: memberId, staked } of await stakesOfDay(q, snapshot, buckets, day, periods)) {
      stakes.set(memberId, (stakes.get(memberId) ?? 0n) + staked);
    }
  }
  return stakes;
}

/**
 * Periods that may have slips at the snapshot and were not fully paid by then: unpaid ones, those paid since, and those
 * neither sealed nor void. A period changes its state within one transaction, and a single query reads all three
 * kinds.
 */
async function periodsOpenAt(q: Tx['q'], { epoch, closedAtMs }: LedgerSnapshot): Promise<OpenPeriod[]> {
  const until = closedAtMs / 1_000 + MARGIN_SECONDS;
  const { rows } = await sql<OpenPeriod>`
    with fate as (
      select l.id as lottery_id, l.period_seconds, greatest(
          (select max(s.period) + 1 from draw.seal s where s.lottery_id = l.id),
          (select max(v.period) + 1 from draw.void v where v.lottery_id = l.id),
          (select min(t.first_period) from lottery.odds_table t where t.lottery_id = l.id)) as next
      from lottery.lottery l
    ), candidate as (
      select t.lottery_id, t.period from draw.settlement_queue t
      union
      select p.lottery_id, p.period from draw.settlement_step p
        where p.state = 'done' and p.epoch > ${epoch}
          and p.at >= to_timestamp(${closedAtMs / 1_000 - MARGIN_SECONDS})
      union
      select f.lottery_id, g.period
        from fate f cross join generate_series(f.next, floor(${until}::numeric / f.period_seconds)::bigint) g (period)
    )
    select c.lottery_id, c.period,
      (to_timestamp((c.period + 1) * l.period_seconds) at time zone 'UTC')::date as day
    from candidate c join lottery.lottery l on l.id = c.lottery_id
    where c.period * l.period_seconds <= ${until}::numeric and not exists (
      select from draw.settlement_step p where p.lottery_id = c.lottery_id and p.period = c.period
        and p.step in ('settle', 'refund') and p.state = 'done' and coalesce(p.epoch, 0) <= ${epoch})`.execute(q);
  return rows;
}

async function stakesOfDay(
  q: Tx['q'],
  { epoch }: LedgerSnapshot,
  { from, to }: Buckets,
  day: string,
  periods: readonly OpenPeriod[],
): Promise<{ member_id: string; staked: bigint }[]> {
  const { rows } = await sql<{ member_id: string; staked: bigint }>`
    select t.member_id, sum(t.amount)::bigint as staked
    from unnest(${periods.map((one) => one.lottery_id)}::smallint[], ${periods.map((one) => one.period)}::bigint[])
      p (lottery_id, period)
    join lottery.slip s on s.lottery_id = p.lottery_id and s.period = p.period and s.day = ${day}::date
      and s.bucket between ${from}::smallint and ${to}::smallint
    join ledger.transfer t on t.bucket = s.bucket and t.member_id = s.member_id and t.day = ${day}::date
      and t.ref = s.id and t.kind = 'stake' and t.epoch <= ${epoch}
    where not exists (
      select from ledger.transfer c where c.bucket = s.bucket and c.member_id = s.member_id and c.day = ${day}::date
        and c.ref = s.id and c.kind in ('payout', 'refund', 'return') and c.epoch <= ${epoch})
    group by t.member_id`.execute(q);
  return rows;
}
