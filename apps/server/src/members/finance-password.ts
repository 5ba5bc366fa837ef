import { transaction } from '../db/transaction.ts';
import type { Account } from '../ledger/lock.ts';
import { Refusal } from '../refusal.ts';
import type { MembersDeps } from './deps.ts';
import {
  type CountedFinanceTry,
  countFinanceTry,
  FINANCE_TRIES_MAX,
  forgiveFinanceTry,
  giveBackFinanceTry,
} from './finance-tries.ts';
import { tellMember } from './messages.ts';
import { readPin } from './pin-rules.ts';

/** The field of a form in which it was typed. */
type Field = 'financePassword' | 'oldFinancePassword';

/** What is needed to look at finance passwords. */
export type FinanceDeps = Pick<MembersDeps, 'db' | 'passwords' | 'pepper'>;

/**
 * Holds a typed finance password against the member's own. Call it before the transaction that it is for: hashing takes
 * its time and waits in a queue. Throws `fill-in`, `finance-password-first`, `finance-password-wrong {triesLeft}`,
 * `finance-password-locked {retryAfterSeconds}`, `busy`.
 */
export async function checkFinancePassword(
  deps: FinanceDeps,
  { bucket, memberId }: Account,
  typed: string,
  field: Field = 'financePassword',
): Promise<void> {
  const account = { bucket, memberId };
  if (typed === '') throw new Refusal('fill-in', {}, { [field]: 'fill-in' });
  const tried = await transaction(deps.db, (tx) => countFinanceTry(tx, account));
  const seen = await lookAt(deps, account, tried, typed);
  if (!seen.isRight) {
    await tellIfLocked(deps, account, tried);
    const triesLeft = FINANCE_TRIES_MAX - tried.counted;
    throw new Refusal('finance-password-wrong', { triesLeft }, { [field]: 'finance-password-wrong' });
  }
  await transaction(deps.db, (tx) => forgiveFinanceTry(tx, account, tried, seen.renewed));
}

/** The hash of a new one, with the pepper that it was made with. */
export async function hashFinancePassword(
  { passwords, pepper }: FinanceDeps,
  memberId: string,
  pin: string,
): Promise<{ hash: string; pepper_id: string }> {
  const pepperId = pepper.currentId;
  return { hash: await passwords.hash(await pepper.mix(pepperId, memberId, pin)), pepper_id: pepperId };
}

/** When this throws, nothing was looked at, and the try is not held against the member. */
async function lookAt(deps: FinanceDeps, account: Account, tried: CountedFinanceTry, typed: string) {
  const { passwords, pepper } = deps;
  try {
    // What is not four digits is no finance password, and takes as long as a wrong one.
    const pin = readPin(typed) ?? typed;
    const mixed = await pepper.mix(tried.pepperId, account.memberId, pin);
    const isRight = await passwords.matches(mixed, tried.hash);
    const isOld = isRight && tried.pepperId !== pepper.currentId;
    return { isRight, renewed: isOld ? await hashFinancePassword(deps, account.memberId, pin) : null };
  } catch (error) {
    await transaction(deps.db, (tx) => giveBackFinanceTry(tx, account, tried));
    throw error;
  }
}

async function tellIfLocked(deps: FinanceDeps, account: Account, { lockedUntil }: CountedFinanceTry): Promise<void> {
  if (lockedUntil === null) return;
  const params = { untilMs: lockedUntil.getTime() };
  await transaction(deps.db, (tx) => tellMember(tx, account, { kind: 'finance-password-locked', params }));
}
