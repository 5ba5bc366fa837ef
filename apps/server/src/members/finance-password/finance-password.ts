import { transaction } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { createTurns, type Turns } from '../../process/turns.ts';
import { Refusal } from '../../refusal.ts';
import type { MembersDeps } from '../deps.ts';
import { tellMember } from '../messages/messages.ts';
import {
  giveBackFinanceTry,
  noteRightFinanceTry,
  noteWrongFinanceTry,
  type OpenFinanceTry,
  openFinanceTry,
} from './finance-tries.ts';
import { readPin } from './pin-rules.ts';

/** The field of a form in which it was typed. */
type Field = 'financePassword' | 'oldFinancePassword';

/** What is needed to look at finance passwords. */
export type FinanceDeps = Pick<MembersDeps, 'db' | 'passwords' | 'pepper'>;

/** How long one waits for entries of others that are under way. */
const WAIT_MS_MAX = 4_000;
const POLL_MS = 20;
/** Entries of one member that wait in this process. */
const WAITING_MAX = 64;

const turns = new WeakMap<FinanceDeps['db'], Turns>();

/**
 * Holds a typed finance password against the member's own. Of any number of entries at once five wrong ones are
 * looked at, and all right ones are right. Call it before the transaction that it is for: hashing takes its time and
 * waits in a queue. Throws `fill-in`, `finance-password-first`, `finance-password-wrong {triesLeft}`,
 * `finance-password-locked {retryAfterSeconds}`, `busy`.
 */
export async function checkFinancePassword(
  deps: FinanceDeps,
  { bucket, memberId }: Account,
  typed: string,
  field: Field = 'financePassword',
): Promise<void> {
  if (typed === '') throw new Refusal('fill-in', {}, { [field]: 'fill-in' });
  const own = turns.get(deps.db) ?? createTurns({ waitingMax: WAITING_MAX });
  turns.set(deps.db, own);
  const triesLeft = await own.inTurn(memberId, () => check(deps, { bucket, memberId }, typed));
  if (triesLeft === null) return;
  throw new Refusal('finance-password-wrong', { triesLeft }, { [field]: 'finance-password-wrong' });
}

/** Null where it is right; else how many wrong ones are left. */
async function check(deps: FinanceDeps, account: Account, typed: string): Promise<number | null> {
  const tried = await openTry(deps, account);
  const seen = await lookAt(deps, account, tried, typed);
  return transaction(deps.db, async (tx) => {
    if (seen.isRight) {
      await noteRightFinanceTry(tx, account, tried, seen.renewed);
      return null;
    }
    const { triesLeft, lockedUntil } = await noteWrongFinanceTry(tx, account, tried);
    if (lockedUntil !== null) {
      await tellMember(tx, account, { kind: 'finance-password-locked', params: { untilMs: lockedUntil.getTime() } });
    }
    return triesLeft;
  });
}

async function openTry({ db }: FinanceDeps, account: Account): Promise<OpenFinanceTry> {
  const endMs = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const turn = await transaction(db, (tx) => openFinanceTry(tx, account));
    if (turn instanceof Refusal) throw turn;
    if (turn !== 'wait') return turn;
    if (performance.now() > endMs) throw new Refusal('busy');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS * (0.5 + Math.random())));
  }
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
async function lookAt(deps: FinanceDeps, account: Account, tried: OpenFinanceTry, typed: string) {
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
