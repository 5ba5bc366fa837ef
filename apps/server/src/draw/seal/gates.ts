import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { transaction } from '../../db/transaction.ts';
import { databaseNowMs } from '../../lottery/catalogue.ts';
import type { Period } from '../periods.ts';

/**
 * Closes the gates of a period. Afterwards no slip of this or an earlier period can be accepted. The UPDATE waits for
 * every slip that holds its gate; later slips find the gate moved past their period. Throws before the lock.
 */
export async function closeGates(db: Db, period: Period): Promise<void> {
  await transaction(db, async (tx) => {
    if ((await databaseNowMs(tx.q)) < period.locks * 1_000) throw new Error(`${period.drawId} is not locked yet`);
    // Forces an index scan, so gates are locked in bucket order like slips do. That avoids deadlocks.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(
      tx.q,
    );
    await sql`
      update lottery.gate set period = ${period.period + 1}::bigint, at_risk = 0,
        budget = lottery.base_budget((
          select t.period_cap from lottery.odds_table t
          where t.lottery_id = ${period.lottery.id}::smallint and t.first_period <= ${period.period + 1}::bigint
          order by t.first_period desc limit 1), bucket)
      where bucket between 0 and 255 and lottery_id = ${period.lottery.id}::smallint
        and period <= ${period.period}::bigint`.execute(tx.q);
  });
}
