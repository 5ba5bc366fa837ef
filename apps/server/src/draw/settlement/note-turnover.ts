import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { LATE_AFTER_MS } from '../period-state.ts';
import { payoutSpread, RATES } from './payout-spread.ts';

/** Most periods per run. The next run continues. */
const PERIODS_MAX = 500;
/** Most time between a payment's timestamp and its commit. */
const LATE = sql`interval '1 hour'`;

interface Paid {
  lottery_id: number;
  period: bigint;
  day: string;
  at_us: bigint;
}

/**
 * Records stakes and payments of periods that were drawn and fully paid since the last run, and adds them to the sums
 * of their day. Each period is recorded once, even with concurrent runs. Returns the number of periods examined. Only
 * the console reads the result.
 */
export async function noteTurnover(db: Db): Promise<number> {
  const { rows } = await sql<Paid>`
    with since as (select max(t.paid_at) - ${LATE} as at from draw.turnover t)
    select p.lottery_id, p.period, (to_timestamp((p.period + 1) * l.period_seconds) at time zone 'UTC')::date::text as day,
      (extract(epoch from p.at) * 1000000)::bigint as at_us
    from draw.settlement_step p join lottery.lottery l on l.id = p.lottery_id
    where p.state = 'done' and p.step = 'settle' and p.at >= coalesce((select at from since), '-infinity')
      and not exists (select from draw.turnover t where t.lottery_id = p.lottery_id and t.period = p.period)
    order by p.at limit ${PERIODS_MAX}`.execute(db);
  for (const row of rows) await insertOne(db, row, await readBets(db, row));
  return rows.length;
}

/** What the slips of a period add up to. */
interface Bets {
  slips: bigint;
  staked: string;
  won: string;
  /** What each multiplier of the table pays on all slips together. */
  dues: string[];
  late: boolean;
}

/** 1-based position of the stake that a multiplier applies to. */
const placeOf = (rate: number): number => (rate <= 54 ? rate : rate <= 60 ? rate - 34 : rate - 40);

/** Written out: a tenth of the time of a sum over `unnest`. */
const DUES = sql.join(
  Array.from({ length: RATES }, (_, index) => {
    const [rate, place] = [sql.lit(index + 1), sql.lit(placeOf(index + 1))];
    return sql`coalesce(sum(s.stakes[${place}] * o.multipliers[${rate}] / 10000), 0)::text`;
  }),
);

/** Reads the day's own partitions by period. Each slip finds its transfers by key. */
async function readBets(db: Db, { lottery_id, period, day }: Paid): Promise<Bets> {
  const { rows } = await sql<Bets>`
    with o as materialized (
      select h.id, h.multipliers, to_timestamp(h.beacon_genesis + (d.round - 1) * h.beacon_period) as due, d.at
      from draw.draw d join lottery.odds_table h on h.lottery_id = d.lottery_id and h.first_period <= d.period
      where d.lottery_id = ${lottery_id}::smallint and d.period = ${period}::bigint
      order by h.first_period desc limit 1
    )
    select count(*) as slips, coalesce(sum(s.total), 0)::text as staked,
      coalesce(sum((
        select sum(t.amount) from ledger.transfer t
        where t.bucket = s.bucket and t.member_id = s.member_id and t.day = ${day}::date and t.ref = s.id
          and t.kind <> 'stake'
      )), 0)::text as won,
      array[${DUES}] as dues,
      coalesce((select o.at > o.due + ${LATE_AFTER_MS} * interval '1 millisecond' from o), false) as late
    from lottery.slip s left join o on o.id = s.table_id
    where s.lottery_id = ${lottery_id}::smallint and s.period = ${period}::bigint and s.day = ${day}::date`.execute(db);
  if (!rows[0]) throw new Error('a query without groups has no row');
  return rows[0];
}

/** A period that another run has inserted meanwhile is not added to its day. */
async function insertOne(
  db: Db,
  { lottery_id, period, day, at_us }: Paid,
  { slips, staked, won, dues, late }: Bets,
): Promise<void> {
  const { sum, spread } = payoutSpread(dues.map(BigInt));
  await sql`
    with fresh as (
      insert into draw.turnover (lottery_id, period, day, slips, staked, won, due_sum, due_spread, late, paid_at)
      values (${lottery_id}::smallint, ${period}::bigint, ${day}::date, ${slips}::bigint, ${staked}::bigint,
        ${won}::bigint, ${String(sum)}::numeric, ${String(spread)}::numeric, ${late}::boolean,
        to_timestamp(${at_us}::numeric / 1000000))
      on conflict do nothing returning *
    )
    insert into draw.day_turnover as t (day, lottery_id, draws, late, slips, staked, won, due_sum, due_spread)
    select f.day, f.lottery_id, 1, f.late::integer, f.slips, f.staked, f.won, f.due_sum, f.due_spread from fresh f
    on conflict (day, lottery_id) do update set draws = t.draws + excluded.draws, late = t.late + excluded.late,
      slips = t.slips + excluded.slips, staked = t.staked + excluded.staked, won = t.won + excluded.won,
      due_sum = t.due_sum + excluded.due_sum, due_spread = t.due_spread + excluded.due_spread`.execute(db);
}
