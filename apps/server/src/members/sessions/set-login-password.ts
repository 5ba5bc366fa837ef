import { ofMember } from '../../db/member-rows.ts';
import { transaction } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { Refusal, type RefusalCode } from '../../refusal.ts';
import { stopRecoveries } from '../account/recovery-requests.ts';
import { lockMember } from '../account/suspensions.ts';
import type { MembersDeps } from '../deps.ts';
import { notifyMember } from '../messages/messages.ts';
import { WrongSecret } from './attempts.ts';
import { matchLoginPassword } from './login-password.ts';
import { passwordFault } from './password-rules.ts';
import { type Caller, endOtherSessions, renewToken, type StartedSession } from './sessions.ts';

export interface LoginPasswordForm {
  oldPassword: string;
  newPassword: string;
  repeat: string;
}

/**
 * Changes the login password. All other sessions and open recovery requests end. This one continues under the
 * returned token, so copies of the old token stop working. Throws `fill-in`, `password-weak`, `entries-differ`,
 * `old-password-wrong`, `throttled`, `busy`, `signed-out`.
 */
export async function setLoginPassword(
  deps: MembersDeps,
  identity: Identity,
  form: LoginPasswordForm,
  caller: Caller,
): Promise<Pick<StartedSession, 'token' | 'maxAgeSeconds'>> {
  refuseFaults(form, identity.userName);
  const oldHash = await matchLoginPassword(deps, identity, form.oldPassword, caller, oldWrong());
  const newHash = await deps.passwords.hash(form.newPassword);

  return transaction(deps.db, async (tx) => {
    await lockMember(tx, identity.memberId);
    // Another device or a recovery code may have changed the password since the check.
    const { numUpdatedRows } = await tx.q
      .updateTable('members.member')
      .set({ password_hash: newHash })
      .where(ofMember(identity))
      .where('password_hash', '=', oldHash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw oldWrong();
    const renewed = await renewToken(tx, deps.sessions, identity);
    await endOtherSessions(tx, deps.sessions, { ...identity, tokenHash: renewed.tokenHash });
    await stopRecoveries(tx, identity);
    await notifyMember(tx, identity, { kind: 'login-password-changed', params: {} });
    return renewed;
  });
}

function oldWrong(): WrongSecret {
  return new WrongSecret('old-password-wrong', {}, { oldPassword: 'old-password-wrong' });
}

function refuseFaults({ oldPassword, newPassword, repeat }: LoginPasswordForm, userName: string): void {
  const fields: Record<string, RefusalCode> = {};
  if (oldPassword === '') fields.oldPassword = 'fill-in';
  const fault = passwordFault(newPassword, userName);
  if (fault) fields.newPassword = fault;
  if (repeat === '') fields.repeat = 'fill-in';
  else if (repeat.normalize('NFKC') !== newPassword.normalize('NFKC')) fields.repeat = 'entries-differ';
  const [code] = Object.values(fields);
  if (code !== undefined) throw new Refusal(code, {}, fields);
}
