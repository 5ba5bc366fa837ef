import type { Logger } from 'pino';
import type { BookGuard } from '../book/guard.ts';
import type { ReconcileDeps } from '../reconciliation/deps.ts';
import type { LedgerFault } from '../reconciliation/fault.ts';
import { reconcileOn } from '../reconciliation/full-pass.ts';
import { reconcileNew } from '../reconciliation/new-transfers.ts';
import { closeByFaults } from '../reconciliation/switches.ts';

export interface ReconcileJobDeps extends ReconcileDeps {
  guard?: BookGuard;
  log: Pick<Logger, 'error'>;
}

/** Time per minute for the pass over the whole ledger, in ms. */
const BUDGET_MS = 3_000;

/** Reconciles new transfers. Logs faults and closes money in. Returns the number of new faults. */
export function reconcileNewTransfers(deps: ReconcileJobDeps): Promise<number> {
  return act(deps, () => reconcileNew(deps));
}

/** Continues the pass over the whole ledger in the same way. */
export function reconcileEverything(deps: ReconcileJobDeps): Promise<number> {
  return act(deps, () => reconcileOn(deps, BUDGET_MS));
}

async function act(
  { db, guard, log }: ReconcileJobDeps,
  reconcile: () => Promise<readonly LedgerFault[]>,
): Promise<number> {
  const fresh = await reconcile();
  for (const fault of fresh) {
    const { posted, due, ...stated } = fault;
    log.error({ ...stated, posted: textOf(posted), due: textOf(due) }, 'ledger fault found');
  }
  // Also covers earlier faults whose entry in the book could not be written.
  await closeByFaults(db, guard);
  return fresh.length;
}

function textOf(amount: bigint | null): string | null {
  return amount === null ? null : String(amount);
}
