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
  const from = { nameKey: nameKey(identity.userName), address: caller.address };
  const tried = await countTry(deps.db, deps.limits, 'password', from);
  const isRight = await lookAt(deps.db, tried, async () => deps.passwords.matches(typed, await hashOf(deps, identity)));
  if (!isRight) throw new Refusal('wrong-credentials', {}, { loginPassword: 'wrong-credentials' });
  await transaction(deps.db, (tx) => forgive(tx, tried));
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
