import { clockNow } from '../db/clock.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';

/** A slip is accepted in its own period only, and a period lasts at most a day. So no slip arrives later than this. */
const KEPT_MS = 2 * DAY_MS;

/** Deletes abandoned keys under which no slip can arrive any more. Returns how many. */
export async function deleteAbandonedKeys(tx: Tx): Promise<number> {
  const before = new Date((await clockNow(tx.q)).getTime() - KEPT_MS);
  const { numDeletedRows } = await tx.q.deleteFrom('lottery.abandoned_key').where('at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
