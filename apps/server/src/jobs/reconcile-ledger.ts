import type { Logger } from 'pino';
import type { Db } from '../db/pool.ts';
import { reconcile } from '../ledger/reconcile.ts';

/** Proves the ledger and logs every figure that is wrong. There is none unless somebody wrote around the ledger. */
export async function reconcileLedger(db: Db, log: Pick<Logger, 'error'>): Promise<void> {
  for (const { bucket, memberId, what, kept, found } of await reconcile(db)) {
    log.error({ bucket, memberId, what, kept: String(kept), found: String(found) }, 'the ledger does not add up');
  }
}
