import { clockNow } from '../../db/clock.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS, MINUTE_MS } from '../../durations.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import { readFinanceState } from './finance-state.ts';

/** Wrong entries before the finance password locks. */
export const FINANCE_ATTEMPTS_MAX = 5;

const FIRST_LOCK_MS = 15 * MINUTE_MS;
const LOCK_MS_MAX = DAY_MS;
/** A right entry this long after the last lock resets the lock duration. */
const CALM_MS = DAY_MS;
/** Enough doublings to reach the longest lock. */
const LOCKS_MAX = 30;
/** An entry without a result for this long, because its process died, counts as wrong. */
const LEASE_MS = 20_000;

/** An entry that may be evaluated now. */
export interface OpenFinanceAttempt {
  /** Hash to compare with. */
  hash: string;
  pepperId: string;
  /** Wrong entries before this one. */
  wrongBefore: number;
}

interface Row extends Omit<OpenFinanceAttempt, 'wrongBefore'> {
  /** Wrong entries since the last right one or lock. */
  wrong: number;
  locks: number;
  lockedUntil: Date | null;
  /** Entries under way: counted, without a result yet. */
  open: number;
  openUntil: Date | null;
}

/** Decision about an entry: evaluate it, wait for entries under way, or refuse it. */
export type FinanceTurn = OpenFinanceAttempt | 'wait' | Refusal;

/**
 * Counts an entry under the row lock, before it is evaluated. Wrong entries and those under way are never more than
 * five together. Returns the refusal `finance-password-locked {retryAfterSeconds}`, to be thrown after the
 * transaction. Throws `finance-password-first` when none is set.
 */
export async function openFinanceAttempt(tx: Tx, account: Account): Promise<FinanceTurn> {
  const row = await lockRow(tx, account);
  const { set } = await readFinanceState(tx.q, account);
  if (!row || !set) throw new Refusal('finance-password-first');
  const now = await clockNow(tx.q);
  if (row.lockedUntil && row.lockedUntil > now) return locked(row.lockedUntil, now);
  const isStale = row.openUntil !== null && row.openUntil <= now;
  const wrong = isStale ? row.wrong + row.open : row.wrong;
  const open = isStale ? 0 : row.open;
  if (wrong >= FINANCE_ATTEMPTS_MAX) return locked(await lock(tx, account, { ...row, open }), now);
  if (wrong + open >= FINANCE_ATTEMPTS_MAX) return 'wait';
  await update(tx, account, { wrong, open: open + 1, open_until: new Date(now.getTime() + LEASE_MS) });
  return { hash: row.hash, pepperId: row.pepperId, wrongBefore: wrong };
}

/** Locks the password and resets its count of wrong entries. */
async function lock(tx: Tx, account: Account, { locks, open }: Pick<Row, 'locks' | 'open'>): Promise<Date> {
  const next = Math.min(locks + 1, LOCKS_MAX);
  const until = new Date((await clockNow(tx.q)).getTime() + lockMs(next));
  await update(tx, account, { open, wrong: 0, locks: next, locked_until: until });
  return until;
}

/** Records a wrong entry. Returns the attempts left; the last one locks the password until `lockedUntil`. */
export async function noteWrongFinanceAttempt(
  tx: Tx,
  account: Account,
  tried: OpenFinanceAttempt,
): Promise<{ attemptsLeft: number; lockedUntil: Date | null }> {
  const row = await lockRow(tx, account);
  // The password was replaced meanwhile, and its entries with it.
  if (!row || row.hash !== tried.hash) return { attemptsLeft: 0, lockedUntil: null };
  const open = Math.max(0, row.open - 1);
  const wrong = row.wrong + 1;
  if (wrong < FINANCE_ATTEMPTS_MAX) {
    await update(tx, account, { open, wrong });
    return { attemptsLeft: FINANCE_ATTEMPTS_MAX - wrong, lockedUntil: null };
  }
  return { attemptsLeft: 0, lockedUntil: await lock(tx, account, { ...row, open }) };
}

/**
 * Records a right entry. Forgets the wrong entries before it; later ones stay counted. Resets the lock duration after
 * a day without a lock. `renewed` is the same password hashed with a newer pepper.
 */
export async function noteRightFinanceAttempt(
  tx: Tx,
  account: Account,
  tried: OpenFinanceAttempt,
  renewed: { hash: string; pepper_id: string } | null,
): Promise<void> {
  const row = await lockRow(tx, account);
  if (!row || row.hash !== tried.hash) return;
  const now = await clockNow(tx.q);
  const isCalm = row.lockedUntil === null || row.lockedUntil.getTime() + CALM_MS <= now.getTime();
  await update(tx, account, {
    open: Math.max(0, row.open - 1),
    wrong: Math.max(0, row.wrong - tried.wrongBefore),
    ...(isCalm && { locks: 0 }),
    ...renewed,
  });
}

/** Uncounts an entry that could not be evaluated. */
export async function giveBackFinanceAttempt(tx: Tx, account: Account, tried: OpenFinanceAttempt): Promise<void> {
  const row = await lockRow(tx, account);
  if (row?.hash === tried.hash) await update(tx, account, { open: Math.max(0, row.open - 1) });
}

function lockMs(locks: number): number {
  return Math.min(FIRST_LOCK_MS * 2 ** (locks - 1), LOCK_MS_MAX);
}

function locked(until: Date, now: Date): Refusal {
  const retryAfterSeconds = Math.ceil((until.getTime() - now.getTime()) / 1_000);
  return new Refusal('finance-password-locked', { retryAfterSeconds });
}

async function lockRow(tx: Tx, { bucket, memberId }: Account): Promise<Row | undefined> {
  return tx.q
    .selectFrom('members.finance_password')
    .select(['hash', 'pepper_id as pepperId', 'wrong', 'locks', 'locked_until as lockedUntil'])
    .select(['open', 'open_until as openUntil'])
    .where(ofMember({ bucket, memberId }))
    .forUpdate()
    .executeTakeFirst();
}

interface Values {
  wrong?: number;
  locks?: number;
  locked_until?: Date | null;
  open?: number;
  open_until?: Date | null;
  hash?: string;
  pepper_id?: string;
}

async function update(tx: Tx, { bucket, memberId }: Account, values: Values): Promise<void> {
  await tx.q.updateTable('members.finance_password').set(values).where(ofMember({ bucket, memberId })).execute();
}
