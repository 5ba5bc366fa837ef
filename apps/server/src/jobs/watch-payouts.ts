import { lockHead, noteTreeHead } from '../book/book.ts';
import type { BookGuard } from '../book/guard.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { announce } from '../house/notices.ts';
import { notePayoutHealth, type PayoutFault } from '../payments/health.ts';
import { readSwitch, writeSwitch } from '../payments/switch.ts';

type Reason = PayoutFault | 'payouts-healthy';

/** What the switch is moved for, and what the house says then. */
const REASONS: readonly string[] = ['payouts-failing', 'payouts-slow', 'payouts-healthy'] satisfies Reason[];

/**
 * No door opens only inwards: stops top-up, betting and buying while payouts are unhealthy, and starts them again. The
 * switch, its entry in the book and a notice are there together or not at all. What another reason closed stays closed.
 * Top-ups and purchases stop also where `guard` lets nothing be written in the book: then the entry follows. Returns
 * what was done.
 */
export async function watchPayouts(db: Db, macs: RowMacs, guard?: BookGuard): Promise<'closed' | 'opened' | 'left'> {
  // Looked at often and changed seldom: the book is held only where there may be something to write.
  if ((await transaction(db, (tx) => dueReason(tx, macs))) === null) return 'left';
  await guard?.refuse();
  const done = await transaction(db, async (tx) => {
    // Whoever else watches waits, and then finds it done.
    await lockHead(tx);
    const reason = await dueReason(tx, macs);
    if (reason === null) return 'left' as const;
    await switchMoneyIn(tx, reason);
    return reason === 'payouts-healthy' ? ('opened' as const) : ('closed' as const);
  });
  if (done !== 'left') await noteTreeHead(db);
  return done;
}

/** What the switch is to be moved for; null where it stands right. */
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
