import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { currentPeriod, type Lottery } from '../../lottery/catalogue.ts';

export interface Due {
  /** Lotteries with periods to seal or void. */
  toSeal: Lottery[];
  /** Lotteries with periods that are not fully paid. */
  inHand: Lottery[];
}

/**
 * Finds the lotteries that have work, with one query for all of them. The work reads its own rows again: this only
 * saves idle lotteries their queries.
 */
export async function findDue(db: Db, lotteries: readonly Lottery[]): Promise<Due> {
  const ids = lotteries.map(({ id }) => id);
  const { rows } = await sql<{ id: number; last: bigint; now: bigint; inHand: boolean }>`
    select l.id, clock.now_ms() as now,
      greatest(
        (select period from draw.seal where lottery_id = l.id order by period desc limit 1),
        (select period from draw.void where lottery_id = l.id order by period desc limit 1),
        -1) as last,
      exists (select from draw.settlement_queue where lottery_id = l.id) as "inHand"
    from unnest(${ids}::smallint[]) as l (id)`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return {
    toSeal: lotteries.filter((lottery) => {
      const row = found.get(lottery.id);
      const first = lottery.tables[0]?.firstPeriod;
      if (row === undefined || first === undefined) return false;
      return firstUnsealed(first, Number(row.last)) < currentPeriod(lottery, Number(row.now));
    }),
    inHand: lotteries.filter(({ id }) => found.get(id)?.inHand === true),
  };
}

/** The oldest period that may be neither sealed nor void. `last`: the newest one that is, or -1. */
export function firstUnsealed(first: number, last: number): number {
  return Math.max(first, last + 1);
}
