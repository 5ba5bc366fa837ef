import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** Ids of lotteries that are closed, by their last switch. */
export async function closedLotteries(db: Db): Promise<Set<number>> {
  const { rows } = await sql<{ lottery_id: number }>`
    select lottery_id from (
      select distinct on (lottery_id) lottery_id, open from lottery.switch order by lottery_id, at desc, id desc
    ) last where not open`.execute(db);
  return new Set(rows.map((row) => row.lottery_id));
}
