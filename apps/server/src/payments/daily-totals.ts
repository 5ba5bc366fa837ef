import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** Payments credited and withdrawals paid on a day (`YYYY-MM-DD`, UTC). Amounts are minor units. */
export interface DayMoney {
  day: string;
  in: bigint;
  inCount: number;
  out: bigint;
  outCount: number;
}

/** Sums each day from `from` on, in order, by the time at which the money moved. Omits days without movement. */
export async function moneyOfDays(q: Db | Tx['q'], from: string): Promise<DayMoney[]> {
  const { rows } = await sql<{ day: string; came: bigint; came_n: bigint; went: bigint; went_n: bigint }>`
    with came as (
      select (p.ended_at at time zone 'UTC')::date as day, sum(p.amount)::bigint as amount, count(*) as n
      from payments.payment p
      where p.state = 'credited' and p.ended_at >= ${from}::date::timestamp at time zone 'UTC' group by 1
    ), went as (
      select (w.ended_at at time zone 'UTC')::date as day, sum(w.amount)::bigint as amount, count(*) as n
      from payments.withdrawal w
      where w.state = 'paid' and w.ended_at >= ${from}::date::timestamp at time zone 'UTC' group by 1
    )
    select day::text as day, coalesce(came.amount, 0) as came, coalesce(came.n, 0) as came_n,
      coalesce(went.amount, 0) as went, coalesce(went.n, 0) as went_n
    from came full join went using (day) order by 1`.execute(q);
  return rows.map((row) => ({
    day: row.day,
    in: row.came,
    inCount: Number(row.came_n),
    out: row.went,
    outCount: Number(row.went_n),
  }));
}

/** Payments credited and withdrawals paid on a day so far, until a moment. A payout that came back later counts. */
export async function moneyUntil(q: Db | Tx['q'], day: string, until: Date): Promise<Omit<DayMoney, 'day'>> {
  const since = sql`${day}::date::timestamp at time zone 'UTC'`;
  const { rows } = await sql<{ came: string; came_n: bigint; went: string; went_n: bigint }>`
    select came.amount as came, came.n as came_n, went.amount as went, went.n as went_n
    from (
      select coalesce(sum(p.amount), 0)::text as amount, count(*) as n from payments.payment p
      where p.state = 'credited' and p.ended_at >= ${since} and p.ended_at <= ${until}::timestamptz
    ) came cross join (
      select coalesce(sum(w.amount), 0)::text as amount, count(*) as n
      from payments.payout_outcome o
      join payments.withdrawal w on w.bucket = o.bucket and w.member_id = o.member_id and w.id = o.withdrawal_id
      where o.outcome = 'paid' and o.at >= ${since} and o.at <= ${until}::timestamptz
    ) went`.execute(q);
  const [row] = rows;
  return {
    in: BigInt(row?.came ?? 0),
    inCount: Number(row?.came_n ?? 0),
    out: BigInt(row?.went ?? 0),
    outCount: Number(row?.went_n ?? 0),
  };
}

/** Counts and sums withdrawals that have not ended. Their amounts are held, and owed until they are paid. */
export async function openWithdrawals(q: Db | Tx['q']): Promise<{ count: number; amount: bigint }> {
  const { rows } = await sql<{ n: bigint; amount: bigint }>`
    select count(*) as n, coalesce(sum(w.amount), 0)::bigint as amount from payments.withdrawal w
    where w.state in ('in-review', 'approved', 'sent')`.execute(q);
  return { count: Number(rows[0]?.n ?? 0), amount: rows[0]?.amount ?? 0n };
}
