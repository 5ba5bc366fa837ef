import { transaction } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { Refusal } from '../../refusal.ts';
import { nameKey } from '../account/user-names.ts';
import type { MembersDeps } from '../deps.ts';
import { lookAtSecret, type Secret, WrongSecret } from './attempts.ts';
import { noteConfirmed, passwordHashOf } from './idle-lock.ts';
import type { Caller } from './sessions.ts';

/**
 * Checks a typed login password of a signed-in member. Tries count together with those at sign-in, or under `secret`.
 * Throws `fill-in`, `throttled`, `busy`, `wrong-credentials`.
 */
export async function checkLoginPassword(
  deps: MembersDeps,
  identity: Identity,
  typed: string,
  caller: Caller,
  secret: Secret = 'password',
): Promise<string> {
  if (typed === '') throw new Refusal('fill-in', {}, { loginPassword: 'fill-in' });
  const wrong = new WrongSecret('wrong-credentials', {}, { loginPassword: 'wrong-credentials' });
  return matchLoginPassword(deps, identity, typed, caller, wrong, secret);
}

/**
 * Like `checkLoginPassword`, but throws `wrong` for a wrong password. Both return the stored hash that matched, for
 * callers that act only while it is still the member's. A right one also unlocks the session for money. Throws
 * `throttled`, `busy`.
 */
export async function matchLoginPassword(
  deps: MembersDeps,
  identity: Identity,
  typed: string,
  caller: Caller,
  wrong: WrongSecret,
  secret: Secret = 'password',
): Promise<string> {
  const from = { nameKey: nameKey(identity.userName), address: caller.address };
  return lookAtSecret(deps.db, deps.limits, secret, from, async (tried) => {
    const stored = await passwordHashOf(deps.db, identity);
    const isRight = await deps.passwords.matches(typed, stored);
    if (stored === null || !isRight) throw wrong;
    await transaction(deps.db, async (tx) => {
      await noteConfirmed(tx, identity);
      await tried.forgive(tx);
    });
    return stored;
  });
}
