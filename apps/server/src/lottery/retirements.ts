import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

/** First period without bets of each retired lottery, by its id. */
export async function readRetirements(q: Db | Tx['q']): Promise<Map<number, number>> {
  const rows = await q.selectFrom('lottery.retirement').select(['lottery_id', 'from_period']).execute();
  return new Map(rows.map((row) => [row.lottery_id, Number(row.from_period)]));
}
