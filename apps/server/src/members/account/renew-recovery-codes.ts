import { ofMember } from '../../db/member-rows.ts';
import { transaction } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import type { MembersDeps } from '../deps.ts';
import { notifyMember } from '../messages/messages.ts';
import { WrongSecret } from '../sessions/attempts.ts';
import { checkLoginPassword } from '../sessions/login-password.ts';
import type { Caller } from '../sessions/sessions.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { lockMember } from './suspensions.ts';

/**
 * Replaces a member's unused recovery codes with ten new ones, by the login password. Notifies the member. Returns the
 * codes, which can be shown only now; after a lost answer the member makes others. Throws `fill-in`, `throttled`,
 * `busy`, `wrong-credentials`.
 */
export async function renewRecoveryCodes(
  deps: MembersDeps,
  identity: Identity,
  loginPassword: string,
  caller: Caller,
): Promise<string[]> {
  const hash = await checkLoginPassword(deps, identity, loginPassword, caller);
  return transaction(deps.db, async (tx) => {
    await lockMember(tx, identity.memberId);
    // A recovery may have set another password since the check. Its codes must stay.
    const member = await tx.q
      .selectFrom('members.member')
      .select('password_hash')
      .where(ofMember(identity))
      .executeTakeFirst();
    if (member?.password_hash !== hash) {
      throw new WrongSecret('wrong-credentials', {}, { loginPassword: 'wrong-credentials' });
    }
    const codes = await issueRecoveryCodes(tx, identity.memberId);
    await notifyMember(tx, identity, { kind: 'recovery-codes-renewed', params: {} });
    return codes;
  });
}
