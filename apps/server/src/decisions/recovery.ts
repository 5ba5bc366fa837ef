import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { readVisitorKey, type VisitorKey } from '../desk/visitor-keys.ts';
import {
  findOpened,
  type LockedVisitorThread,
  lockVisitorThread,
  openVisitorThread,
  type VisitorOpening,
} from '../desk/visitor-threads.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { lockBalance } from '../ledger/lock.ts';
import {
  addRecoveryRequest,
  isSameRequest,
  lockReadyRecovery,
  noteRecovered,
  readClaims,
} from '../members/account/recovery-requests.ts';
import { setRecoveredPassword, userNameOf } from '../members/account/set-recovered-password.ts';
import { nameKey } from '../members/account/user-names.ts';
import type { MembersDeps } from '../members/deps.ts';
import { type AttemptLimits, countAttempt, network, site } from '../members/sessions/attempts.ts';
import { passwordFault } from '../members/sessions/password-rules.ts';
import type { Caller } from '../members/sessions/sessions.ts';
import type { PaymentsDeps } from '../payments/deps.ts';
import { cancelNextPayee } from '../payments/payees/bind-payee.ts';
import { nextPayee } from '../payments/payees/payees.ts';
import { Refusal } from '../refusal.ts';

/** New conversations of visitors: per user name from one address, and per address. */
const OPENINGS: AttemptLimits = { account: 3, address: 10, windowSeconds: DAY_MS / 1000 };
/** New conversations per IPv6 site, which has 65,536 networks. */
const SITE_OPENINGS: AttemptLimits = { account: 30, address: 30, windowSeconds: DAY_MS / 1000 };
/** Calls with a wrong number or secret, per address. */
const WRONG_KEYS: AttemptLimits = { account: 30, address: 30, windowSeconds: HOUR_MS / 1000 };

export interface RecoveryForm extends Omit<VisitorOpening, 'topic'> {
  userName: string;
  realName: string;
  payeeDigits: string;
}

/**
 * Opens a request for a new password, with a conversation about it. Idempotent by `form.key`: a retry gets the same
 * number and secret. Does the same whether or not the account exists; a job notifies the member. Throws `fill-in`,
 * `words-bad`, `key-reused`, `throttled`, `busy`.
 */
export async function requestRecovery(db: Db, form: RecoveryForm, caller: Caller): Promise<VisitorKey> {
  const claims = readClaims(form);
  const opening: VisitorOpening = { ...form, topic: 'recovery' };
  // A count per name alone would let an attacker elsewhere keep the member from asking.
  const name = `${nameKey(claims.userName)}\0${network(caller.address)}`;
  const { id, ...key } = await openOnce(db, opening, { name, caller }, (tx, made) =>
    addRecoveryRequest(tx, made, claims),
  );
  if (!(await isSameRequest(db, id, claims))) throw new Refusal('key-reused');
  return key;
}

/** Opens a conversation about registration, idempotent like a request. Throws the same. */
export async function openVisitorQuestion(
  db: Db,
  form: Omit<VisitorOpening, 'topic'>,
  caller: Caller,
): Promise<VisitorKey> {
  const { id: _id, ...key } = await openOnce(db, { ...form, topic: 'registration' }, { name: null, caller });
  return key;
}

/** Opens a conversation once per idempotency key. Retries do not count towards the limits. */
async function openOnce(
  db: Db,
  opening: VisitorOpening,
  from: { name: string | null; caller: Caller },
  more: (tx: Tx, id: string) => Promise<void> = async () => {},
): Promise<VisitorKey & { id: string }> {
  const before = await findOpened(db, opening);
  if (before) return before;
  await countOpening(db, from);
  const made = await transaction(db, async (tx) => {
    const opened = await openVisitorThread(tx, opening);
    if (opened) await more(tx, opened.id);
    return opened;
  });
  const opened = made ?? (await findOpened(db, opening));
  if (!opened) throw new Refusal('busy');
  return opened;
}

async function countOpening(db: Db, { name, caller }: { name: string | null; caller: Caller }): Promise<void> {
  const wide = site(caller.address);
  if (wide !== null) await countAttempt(db, SITE_OPENINGS, 'visitor-site', { nameKey: null, address: wide });
  await countAttempt(db, OPENINGS, 'visitor-opening', { nameKey: name, address: caller.address });
}

/**
 * Runs `act` for the conversation that a key opens, in a transaction with its row locked. Counts wrong keys per
 * address. Throws `visitor-key-bad`, `throttled`.
 */
export async function withVisitorThread<T>(
  db: Db,
  typed: VisitorKey,
  caller: Caller,
  act: (tx: Tx, thread: LockedVisitorThread) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(db, async (tx) => {
      const key = readVisitorKey(typed);
      const thread = key && (await lockVisitorThread(tx, key));
      if (!thread) throw new Refusal('visitor-key-bad');
      return act(tx, thread);
    });
  } catch (error) {
    const isBad = error instanceof Refusal && error.code === 'visitor-key-bad';
    if (isBad) await countAttempt(db, WRONG_KEYS, 'visitor-key', { nameKey: null, address: caller.address });
    throw error;
  }
}

/**
 * Sets a new password with an approved request, once. All sessions and other requests end, and so does a replacement of
 * the payee that is not active yet. Returns ten new recovery codes, which can be shown only now. Throws
 * `visitor-key-bad`, `recovery-not-ready`, `recovery-closed`, `fill-in`, `password-weak`, `throttled`.
 */
export async function finishRecovery(
  { members, payments }: { members: MembersDeps; payments: Pick<PaymentsDeps, 'tell'> },
  key: VisitorKey,
  newPassword: string,
  caller: Caller,
): Promise<{ memberId: string; recoveryCodes: string[] }> {
  // Hashing is expensive, so the request is checked before it, and again after it.
  await withVisitorThread(members.db, key, caller, async (tx, { id }) => {
    const account = await lockReadyRecovery(tx, id);
    const fault = passwordFault(newPassword, await userNameOf(tx, account));
    if (fault) throw new Refusal(fault, {}, { newPassword: fault });
  });
  const passwordHash = await members.passwords.hash(newPassword);
  return withVisitorThread(members.db, key, caller, async (tx, { id }) => {
    const account = await lockReadyRecovery(tx, id);
    const recoveryCodes = await setRecoveredPassword(tx, members, account, passwordHash);
    await noteRecovered(tx, id, account);
    // Otherwise the payee would change within the days in which it may not.
    await lockBalance(tx, account);
    if (await nextPayee(tx.q, account)) await cancelNextPayee(tx, payments, account);
    return { memberId: account.memberId, recoveryCodes };
  });
}
