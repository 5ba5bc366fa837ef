import { lockHead, noteTreeHead } from '../book/book.ts';
import type { BookGuard } from '../book/guard.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { announce } from '../house/notices.ts';
import { notePayoutHealth, type PayoutFault } from '../payments/provider/payout-health.ts';
import { readSwitch, writeSwitch } from '../payments/rules/money-switch.ts';

type Reason = PayoutFault | 'payouts-healthy';

/** Reasons for moving the switch, published with it. */
const REASONS: readonly string[] = ['payouts-failing', 'payouts-slow', 'payouts-healthy'] satisfies Reason[];

/**
 * Stops top-ups, bets and purchases while payouts are unhealthy, and reopens them afterwards: money must not only flow
 * in. The switch, its entry in the book and a notice share a transaction. What another reason closed stays closed. If
 * `guard` forbids writing to the book, top-ups and purchases stop anyway, and the entry follows later. Returns what
 * was done.
 */
export async function watchPayouts(db: Db, macs: RowMacs, guard?: BookGuard): Promise<'closed' | 'opened' | 'left'> {
  // Checked often and changed rarely, so the book is locked only if there may be something to write.
  if ((await transaction(db, (tx) => dueReason(tx, macs))) === null) return 'left';
  await guard?.refuse();
  const done = await transaction(db, async (tx) => {
    // Another watcher waits here and then finds the work done.
    await lockHead(tx);
    const reason = await dueReason(tx, macs);
    if (reason === null) return 'left' as const;
    await switchMoneyIn(tx, reason);
    return reason === 'payouts-healthy' ? ('opened' as const) : ('closed' as const);
  });
  if (done !== 'left') await noteTreeHead(db);
  return done;
}

/** Reason to move the switch. Null if it is correct. */
async function dueReason(tx: Tx, macs: RowMacs): Promise<Reason | null> {
  const fault = await notePayoutHealth(tx, macs);
  const { open, reason } = await readSwitch(tx.q);
  if (open) return fault;
  return fault === null && reason !== null && REASONS.includes(reason) ? 'payouts-healthy' : null;
}

async function switchMoneyIn(tx: Tx, reason: Reason): Promise<void> {
  const open = reason === 'payouts-healthy';
  await writeSwitch(tx, open, reason);
  await announce(tx, reason);
}
