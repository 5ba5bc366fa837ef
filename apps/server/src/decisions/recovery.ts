import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { readVisitorKey, type VisitorKey } from '../desk/visitor-keys.ts';
import {
  type LockedVisitorThread,
  lockVisitorThread,
  openVisitorThread,
  type VisitorOpening,
} from '../desk/visitor-threads.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import {
  addRecoveryRequest,
  lockReadyRecovery,
  noteRecovered,
  readClaims,
} from '../members/account/recovery-requests.ts';
import { setRecoveredPassword, userNameOf } from '../members/account/set-recovered-password.ts';
import { nameKey } from '../members/account/user-names.ts';
import type { MembersDeps } from '../members/deps.ts';
import { type AttemptLimits, countAttempt, network } from '../members/sessions/attempts.ts';
import { passwordFault } from '../members/sessions/password-rules.ts';
import type { Caller } from '../members/sessions/sessions.ts';
import { Refusal } from '../refusal.ts';

/** New conversations of visitors: per user name from one address, and per address. */
const OPENINGS: AttemptLimits = { account: 3, address: 10, windowSeconds: DAY_MS / 1000 };
/** Calls with a wrong number or secret, per address. */
const WRONG_KEYS: AttemptLimits = { account: 30, address: 30, windowSeconds: HOUR_MS / 1000 };

export interface RecoveryForm extends Omit<VisitorOpening, 'topic'> {
  userName: string;
  realName: string;
  payeeDigits: string;
}

/**
 * Opens a request for a new password, with a conversation about it. Does the same whether or not the account exists; a
 * job notifies the member. Throws `fill-in`, `words-bad`, `throttled`, `busy`.
 */
export async function requestRecovery(db: Db, form: RecoveryForm, caller: Caller): Promise<VisitorKey> {
  const claims = readClaims(form);
  // A count per name alone would let an attacker elsewhere keep the member from asking.
  const key = `${nameKey(claims.userName)}\0${network(caller.address)}`;
  const from = { nameKey: key, address: caller.address };
  await countAttempt(db, OPENINGS, 'visitor-opening', from);
  return transaction(db, async (tx) => {
    const { id, ...opened } = await openVisitorThread(tx, { ...form, topic: 'recovery' });
    await addRecoveryRequest(tx, id, claims);
    return opened;
  });
}

/** Opens a conversation about registration. Throws `fill-in`, `words-bad`, `throttled`, `busy`. */
export async function openVisitorQuestion(
  db: Db,
  form: Omit<VisitorOpening, 'topic'>,
  caller: Caller,
): Promise<VisitorKey> {
  await countAttempt(db, OPENINGS, 'visitor-opening', { nameKey: null, address: caller.address });
  return transaction(db, async (tx) => {
    const { id: _id, ...key } = await openVisitorThread(tx, { ...form, topic: 'registration' });
    return key;
  });
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
 * Sets a new password with an approved request, once. All sessions end. Returns ten new recovery codes, which can be
 * shown only now. Throws `visitor-key-bad`, `recovery-not-ready`, `recovery-closed`, `fill-in`, `password-weak`,
 * `throttled`.
 */
export async function finishRecovery(
  deps: MembersDeps,
  key: VisitorKey,
  newPassword: string,
  caller: Caller,
): Promise<{ memberId: string; recoveryCodes: string[] }> {
  // Hashing is expensive, so the request is checked before it, and again after it.
  await withVisitorThread(deps.db, key, caller, async (tx, { id }) => {
    const account = await lockReadyRecovery(tx, id);
    const fault = passwordFault(newPassword, await userNameOf(tx, account));
    if (fault) throw new Refusal(fault, {}, { newPassword: fault });
  });
  const passwordHash = await deps.passwords.hash(newPassword);
  return withVisitorThread(deps.db, key, caller, async (tx, { id }) => {
    const account = await lockReadyRecovery(tx, id);
    const recoveryCodes = await setRecoveredPassword(tx, deps, account, passwordHash);
    await noteRecovered(tx, id);
    return { memberId: account.memberId, recoveryCodes };
  });
}
