import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import type { MembersDeps } from '../deps.ts';
import { notifyMember } from '../messages/messages.ts';
import { forgetAttempts } from '../sessions/attempts.ts';
import { endSessions } from '../sessions/sessions.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { lockMember } from './suspensions.ts';
import { nameKey } from './user-names.ts';

/** Password hash of an erased account. */
const ERASED = '';

/**
 * Sets the password of an account whose recovery support approved. Ends all sessions, lifts a sign-in lock caused by
 * wrong passwords, and replaces the unused recovery codes. Returns the new codes, which can be shown only now. Throws
 * `recovery-closed` for an account that was erased meanwhile.
 */
export async function setRecoveredPassword(
  tx: Tx,
  { sessions }: Pick<MembersDeps, 'sessions'>,
  account: Account,
  passwordHash: string,
): Promise<string[]> {
  await lockMember(tx, account.memberId);
  const member = await tx.q
    .updateTable('members.member')
    .set({ password_hash: passwordHash })
    .where(ofMember(account))
    .where('password_hash', '<>', ERASED)
    .returning('user_name')
    .executeTakeFirst();
  if (!member) throw new Refusal('recovery-closed');
  await endSessions(tx, sessions, account.memberId);
  await forgetAttempts(tx, 'password', nameKey(member.user_name));
  const codes = await issueRecoveryCodes(tx, account.memberId);
  await notifyMember(tx, account, { kind: 'password-recovered', params: {} });
  return codes;
}

/** A member's user name, for the rules of a new password. Throws `recovery-closed` for an erased account. */
export async function userNameOf(tx: Tx, account: Account): Promise<string> {
  const row = await tx.q
    .selectFrom('members.member')
    .select('user_name')
    .where(ofMember(account))
    .where('password_hash', '<>', ERASED)
    .executeTakeFirst();
  if (!row) throw new Refusal('recovery-closed');
  return row.user_name;
}
