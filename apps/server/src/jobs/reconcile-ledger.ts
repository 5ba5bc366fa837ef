import type { Logger } from 'pino';
import type { Db } from '../db/pool.ts';
import { reconcile } from '../ledger/reconcile.ts';

/**
 * Proves the ledger and logs every figure that is wrong; gives their number. There is none unless somebody wrote around
 * the ledger.
 */
export async function reconcileLedger(db: Db, log: Pick<Logger, 'error'>): Promise<number> {
  const faults = await reconcile(db);
  for (const { bucket, memberId, what, kept, found } of faults) {
    log.error({ bucket, memberId, what, kept: String(kept), found: String(found) }, 'the ledger does not add up');
  }
  return faults.length;
}
