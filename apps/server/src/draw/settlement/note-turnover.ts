import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';

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
 * Records stakes and payments of periods that were drawn and fully paid since the last run. Each period is recorded
 * once, even with concurrent runs. Returns the number of periods examined. Only the console reads the result.
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
  for (const row of rows) await noteOne(db, row);
  return rows.length;
}

/** Reads the day's own partitions by period. Each slip finds its transfers by key. */
async function noteOne(db: Db, { lottery_id, period, day, at_us }: Paid): Promise<void> {
  await sql`
    insert into draw.turnover (lottery_id, period, day, slips, staked, won, paid_at)
    select ${lottery_id}::smallint, ${period}::bigint, ${day}::date, count(*), coalesce(sum(s.total), 0),
      coalesce(sum((
        select sum(t.amount) from ledger.transfer t
        where t.bucket = s.bucket and t.member_id = s.member_id and t.day = ${day}::date and t.ref = s.id
          and t.kind <> 'stake'
      )), 0), to_timestamp(${at_us}::numeric / 1000000)
    from lottery.slip s
    where s.lottery_id = ${lottery_id}::smallint and s.period = ${period}::bigint and s.day = ${day}::date
    on conflict do nothing`.execute(db);
}
