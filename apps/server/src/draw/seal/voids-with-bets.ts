import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';

interface VoidDraw {
  lotteryId: number;
  period: bigint;
  /** UTC day of its lock (`YYYY-MM-DD`). */
  day: string;
  /** Whether chunks of it were paid, so there were slips to pay. */
  paid: boolean;
}

/**
 * Number of void draws with bets, among those that a query returns as `lottery_id, period, day` (day of the lock). A
 * long downtime leaves thousands without bets, so there is no query per void. A void with bets stays in the settlement
 * queue until its stakes were refunded in recorded chunks. If a queued void has no paid chunk yet, the query looks for
 * its first slip.
 */
export async function countWithBets(q: Db | Tx['q'], voids: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<VoidDraw>`
    select x.lottery_id as "lotteryId", x.period, x.day, x.paid
    from (
      select v.lottery_id, v.period, v.day,
        exists (
          select from draw.settlement_chunk p where p.lottery_id = v.lottery_id and p.period = v.period) as paid,
        exists (select from draw.settlement_queue t where t.lottery_id = v.lottery_id and t.period = v.period) as open
      from (${voids}) v
    ) x where x.paid or x.open`.execute(q);
  let count = 0;
  for (const draw of rows) {
    if (draw.paid || (await hasSlip(q, draw))) count += 1;
  }
  return count;
}

async function hasSlip(q: Db | Tx['q'], { lotteryId, period, day }: VoidDraw): Promise<boolean> {
  const { rows } = await sql`
    select 1 from lottery.slip s
    where s.lottery_id = ${lotteryId}::smallint and s.period = ${period}::bigint and s.day = ${day}::date
    limit 1`.execute(q);
  return rows.length > 0;
}
