import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

export interface VoidDraw {
  lotteryId: number;
  period: bigint;
  /** Of its lock (`YYYY-MM-DD`, UTC). */
  day: string;
}

/** How many of these draws held a bet. Each is looked up by itself: voids are few, and its first slip is enough. */
export async function countWithBets(q: Db | Tx['q'], draws: readonly VoidDraw[]): Promise<number> {
  let count = 0;
  for (const { lotteryId, period, day } of draws) {
    const { rows } = await sql`
      select 1 from lottery.slip s
      where s.lottery_id = ${lotteryId}::smallint and s.period = ${period}::bigint and s.day = ${day}::date
      limit 1`.execute(q);
    count += rows.length;
  }
  return count;
}
