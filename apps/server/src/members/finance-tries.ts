import { clockNow } from '../db/clock.ts';
import type { Tx } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import { Refusal } from '../refusal.ts';
import { readFinanceState } from './finance-state.ts';

/** Tries at a finance password that are looked at before it locks. */
export const FINANCE_TRIES_MAX = 5;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FIRST_LOCK_MS = 15 * MINUTE_MS;
const LOCK_MS_MAX = DAY_MS;
/** A right entry so long after the last lock makes the next lock a first one again. */
const CALM_MS = DAY_MS;
/** More doubling than the cap needs. */
const LOCKS_MAX = 30;

/** A try that was counted, and what is needed to look at it and to undo it. */
export interface CountedFinanceTry {
  hash: string;
  pepperId: string;
  /** Which of the tries it is, from 1; the last one has locked already. */
  counted: number;
  /** The locks there were once it was counted. */
  locks: number;
  before: { locks: number; lockedUntil: Date | null };
  /** Where this try has locked. */
  lockedUntil: Date | null;
}

/**
 * Counts a try under the lock of the row, before it is looked at: of any number at once, five are. The fifth locks at
 * once, and a right one lifts the lock it has set. Throws `finance-password-first` where none is set,
 * `finance-password-locked {retryAfterSeconds}`.
 */
export async function countFinanceTry(tx: Tx, account: Account): Promise<CountedFinanceTry> {
  const row = await lockRow(tx, account);
  const { set } = await readFinanceState(tx.q, account);
  if (!row || !set) throw new Refusal('finance-password-first');
  const now = await clockNow(tx.q);
  if (row.lockedUntil && row.lockedUntil > now) throw locked(row.lockedUntil, now);
  const counted = row.wrong + 1;
  const isLast = counted >= FINANCE_TRIES_MAX;
  const locks = isLast ? Math.min(row.locks + 1, LOCKS_MAX) : row.locks;
  const lockedUntil = isLast ? new Date(now.getTime() + lockMs(locks)) : null;
  // A lock takes its tries with it: once it is over, they are counted from the beginning.
  const wrong = isLast ? 0 : counted;
  await update(tx, account, { wrong, locks, locked_until: lockedUntil ?? row.lockedUntil });
  const before = { locks: row.locks, lockedUntil: row.lockedUntil };
  return { hash: row.hash, pepperId: row.pepperId, counted, locks, before, lockedUntil };
}

/**
 * After a right answer: the tries up to this one are forgiven; those that were counted later, and may be looked at just
 * now, stay. After a day without a lock, locks begin anew. `renewed` is the same password under a newer pepper.
 */
export async function forgiveFinanceTry(
  tx: Tx,
  account: Account,
  tried: CountedFinanceTry,
  renewed: { hash: string; pepper_id: string } | null,
): Promise<void> {
  await giveBack(tx, account, tried, tried.counted);
  const row = await lockRow(tx, account);
  if (!row) return;
  const now = await clockNow(tx.q);
  const isCalm = row.lockedUntil === null || row.lockedUntil.getTime() + CALM_MS <= now.getTime();
  if (isCalm && row.locks > 0) await update(tx, account, { locks: 0 });
  if (renewed && row.hash === tried.hash) await update(tx, account, renewed);
}

/** Undoes the counting of one try that could not be looked at. */
export async function giveBackFinanceTry(tx: Tx, account: Account, tried: CountedFinanceTry): Promise<void> {
  await giveBack(tx, account, tried, 1);
}

async function giveBack(tx: Tx, account: Account, tried: CountedFinanceTry, tries: number): Promise<void> {
  const row = await lockRow(tx, account);
  // Another lock or another password has come since: those tries are no longer there to be given back.
  if (!row || row.hash !== tried.hash || row.locks !== tried.locks) return;
  const isLast = tried.lockedUntil !== null;
  const wrong = Math.max(0, (isLast ? tried.counted : row.wrong) - tries);
  const undone = isLast ? { locks: tried.before.locks, locked_until: tried.before.lockedUntil } : {};
  await update(tx, account, { wrong, ...undone });
}

function lockMs(locks: number): number {
  return Math.min(FIRST_LOCK_MS * 2 ** (locks - 1), LOCK_MS_MAX);
}

function locked(until: Date, now: Date): Refusal {
  const retryAfterSeconds = Math.ceil((until.getTime() - now.getTime()) / 1_000);
  return new Refusal('finance-password-locked', { retryAfterSeconds });
}

async function lockRow(tx: Tx, { bucket, memberId }: Account) {
  return tx.q
    .selectFrom('members.finance_password')
    .select(['hash', 'pepper_id as pepperId', 'wrong', 'locks', 'locked_until as lockedUntil'])
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
}

async function update(
  tx: Tx,
  { bucket, memberId }: Account,
  values: { wrong?: number; locks?: number; locked_until?: Date | null; hash?: string; pepper_id?: string },
): Promise<void> {
  await tx.q
    .updateTable('members.finance_password')
    .set(values)
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .execute();
}
