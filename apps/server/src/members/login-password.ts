import { transaction } from '../db/transaction.ts';
import type { Identity } from '../identity.ts';
import { Refusal } from '../refusal.ts';
import type { MembersDeps } from './deps.ts';
import type { Caller } from './sessions.ts';
import { countTry, forgive, lookAt } from './tries.ts';
import { nameKey } from './user-names.ts';

/**
 * Holds a typed login password against that of who is signed in already. Tries count like those at sign-in, together
 * with them. Throws `fill-in`, `throttled`, `busy`, `wrong-credentials`.
 */
export async function checkLoginPassword(
  deps: MembersDeps,
  identity: Identity,
  typed: string,
  caller: Caller,
): Promise<void> {
  if (typed === '') throw new Refusal('fill-in', {}, { loginPassword: 'fill-in' });
  const matched = await matchLoginPassword(deps, identity, typed, caller);
  if (matched === null) throw new Refusal('wrong-credentials', {}, { loginPassword: 'wrong-credentials' });
}

/**
 * The stored hash that a typed login password belongs to, for who goes on to replace just that one; null where it is
 * wrong. Counted as above. Throws `throttled`, `busy`.
 */
export async function matchLoginPassword(
  deps: MembersDeps,
  identity: Identity,
  typed: string,
  caller: Caller,
): Promise<string | null> {
  const from = { nameKey: nameKey(identity.userName), address: caller.address };
  const tried = await countTry(deps.db, deps.limits, 'password', from);
  const matched = await lookAt(deps.db, tried, async () => {
    const stored = await hashOf(deps, identity);
    return (await deps.passwords.matches(typed, stored)) ? stored : null;
  });
  if (matched !== null) await transaction(deps.db, (tx) => forgive(tx, tried));
  return matched;
}

async function hashOf({ db }: MembersDeps, { bucket, memberId }: Identity): Promise<string | null> {
  const row = await db
    .selectFrom('members.member')
    .select('password_hash')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}
