import { transaction } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { createKeyedMutex, type KeyedMutex } from '../../process/keyed-mutex.ts';
import { Refusal } from '../../refusal.ts';
import type { MembersDeps } from '../deps.ts';
import { notifyMember } from '../messages/messages.ts';
import {
  giveBackFinanceAttempt,
  noteRightFinanceAttempt,
  noteWrongFinanceAttempt,
  type OpenFinanceAttempt,
  openFinanceAttempt,
} from './finance-attempts.ts';
import { readPin } from './pin-rules.ts';

/** The form field that held the password. */
type Field = 'financePassword' | 'oldFinancePassword';

/** Dependencies for checking finance passwords. */
export type FinanceDeps = Pick<MembersDeps, 'db' | 'passwords' | 'pepper'>;

/** Longest wait for concurrent entries, in milliseconds. */
const WAIT_MS_MAX = 4_000;
const POLL_MS = 20;
/** Entries of one member that may wait in this process. */
const WAITING_MAX = 64;

const turns = new WeakMap<FinanceDeps['db'], KeyedMutex>();

/**
 * Checks a typed finance password against the member's own. Of any number of concurrent entries, at most five wrong
 * ones are evaluated, and all right ones succeed. Call it before the transaction that needs it, because hashing is
 * slow and queued.
 *
 * Throws `fill-in`, `finance-password-first`, `finance-password-wrong {attemptsLeft}`, `finance-password-locked
 * {retryAfterSeconds}`, `busy`.
 */
export async function checkFinancePassword(
  deps: FinanceDeps,
  { bucket, memberId }: Account,
  typed: string,
  field: Field = 'financePassword',
): Promise<void> {
  if (typed === '') throw new Refusal('fill-in', {}, { [field]: 'fill-in' });
  const own = turns.get(deps.db) ?? createKeyedMutex({ waitingMax: WAITING_MAX });
  turns.set(deps.db, own);
  const attemptsLeft = await own.inTurn(memberId, () => check(deps, { bucket, memberId }, typed));
  if (attemptsLeft === null) return;
  throw new Refusal('finance-password-wrong', { attemptsLeft }, { [field]: 'finance-password-wrong' });
}

/** Null when the password is right; else the number of attempts left. */
async function check(deps: FinanceDeps, account: Account, typed: string): Promise<number | null> {
  const tried = await openAttempt(deps, account);
  const seen = await lookAt(deps, account, tried, typed);
  return transaction(deps.db, async (tx) => {
    if (seen.isRight) {
      await noteRightFinanceAttempt(tx, account, tried, seen.renewed);
      return null;
    }
    const { attemptsLeft, lockedUntil } = await noteWrongFinanceAttempt(tx, account, tried);
    if (lockedUntil !== null) {
      await notifyMember(tx, account, { kind: 'finance-password-locked', params: { untilMs: lockedUntil.getTime() } });
    }
    return attemptsLeft;
  });
}

async function openAttempt({ db }: FinanceDeps, account: Account): Promise<OpenFinanceAttempt> {
  const endMs = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const turn = await transaction(db, (tx) => openFinanceAttempt(tx, account));
    if (turn instanceof Refusal) throw turn;
    if (turn !== 'wait') return turn;
    if (performance.now() > endMs) throw new Refusal('busy');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS * (0.5 + Math.random())));
  }
}

/** Hashes a new finance password with the current pepper. */
export async function hashFinancePassword(
  { passwords, pepper }: FinanceDeps,
  memberId: string,
  pin: string,
): Promise<{ hash: string; pepper_id: string }> {
  const pepperId = pepper.currentId;
  return { hash: await passwords.hash(await pepper.mix(pepperId, memberId, pin)), pepper_id: pepperId };
}

/** Compares the password. When this throws, nothing was compared, and the try does not count. */
async function lookAt(deps: FinanceDeps, account: Account, tried: OpenFinanceAttempt, typed: string) {
  const { passwords, pepper } = deps;
  try {
    // Text that is not four digits is wrong, and takes as long as a wrong password.
    const pin = readPin(typed) ?? typed;
    const mixed = await pepper.mix(tried.pepperId, account.memberId, pin);
    const isRight = await passwords.matches(mixed, tried.hash);
    const isOld = isRight && tried.pepperId !== pepper.currentId;
    return { isRight, renewed: isOld ? await hashFinancePassword(deps, account.memberId, pin) : null };
  } catch (error) {
    await transaction(deps.db, (tx) => giveBackFinanceAttempt(tx, account, tried));
    throw error;
  }
}
