import { bucketOf } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import { Refusal, type RefusalCode } from '../../refusal.ts';
import type { MembersDeps } from '../deps.ts';
import { forgetAttempts, lookAtSecret, network, type OpenAttempt, WrongSecret } from '../sessions/attempts.ts';
import { passwordFault } from '../sessions/password-rules.ts';
import { type Caller, endSessions } from '../sessions/sessions.ts';
import { isRecoveryCodeOpen, readRecoveryCode, useRecoveryCode } from './recovery-codes.ts';
import { stopRecoveries } from './recovery-requests.ts';
import { nameKey } from './user-names.ts';

export interface Recovery {
  userName: string;
  recoveryCode: string;
  newPassword: string;
}

/** An id without a member, so that a wrong user name costs the same queries as a right one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Sets a new password with an unused recovery code. Ends all sessions and open recovery requests, and lifts a sign-in
 * lock caused by wrong passwords. Throws `fill-in`, `password-weak`, `throttled`, `busy`, `recovery-bad`.
 */
export async function recover(
  deps: MembersDeps,
  form: Recovery,
  caller: Caller,
  onMeant: (memberId: string) => void = () => {},
): Promise<void> {
  refuseFaults(form);
  const key = nameKey(form.userName);
  // Count attempts per account and address together. Guessing 80 random bits is hopeless. A count per account alone
  // would let an attacker elsewhere lock the member out of recovery.
  const from = { nameKey: `${key}\0${network(caller.address)}`, address: caller.address };
  await lookAtSecret(deps.db, deps.limits, 'recovery-code', from, async (tried) => {
    const holder = await findHolder(deps, key, form.recoveryCode, onMeant);
    if (!holder) throw codeBad();
    await setPassword(deps, { ...holder, key, passwordHash: await deps.passwords.hash(form.newPassword) }, tried);
  });
}

function codeBad(): WrongSecret {
  return new WrongSecret('recovery-bad', {}, { recoveryCode: 'recovery-bad' });
}

async function setPassword(
  deps: MembersDeps,
  holder: { memberId: string; code: string; key: string; passwordHash: string },
  tried: OpenAttempt,
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    // Lock the member's row first, as sign-in and suspension do.
    await tx.q
      .updateTable('members.member')
      .set({ password_hash: holder.passwordHash })
      .where('bucket', '=', bucketOf(holder.memberId))
      .where('member_id', '=', holder.memberId)
      .execute();
    if (!(await useRecoveryCode(tx, holder.memberId, holder.code))) throw codeBad();
    await endSessions(tx, deps.sessions, holder.memberId);
    await stopRecoveries(tx, { bucket: bucketOf(holder.memberId), memberId: holder.memberId });
    await forgetAttempts(tx, 'password', holder.key);
    await tried.forgive(tx);
  });
}

function refuseFaults(form: Recovery): void {
  const fields: Record<string, RefusalCode> = {};
  if (form.userName === '') fields.userName = 'fill-in';
  if (form.recoveryCode.trim() === '') fields.recoveryCode = 'fill-in';
  const fault = passwordFault(form.newPassword, form.userName);
  if (fault) fields.newPassword = fault;
  const [code] = Object.values(fields);
  if (code !== undefined) throw new Refusal(code, {}, fields);
}

async function findHolder(
  deps: MembersDeps,
  key: string,
  typed: string,
  onMeant: (memberId: string) => void,
): Promise<{ memberId: string; code: string } | null> {
  const claim = await deps.db
    .selectFrom('members.user_name_claim')
    .select('member_id')
    .where('name_key', '=', key)
    .executeTakeFirst();
  if (claim) onMeant(claim.member_id);
  const memberId = claim?.member_id ?? NOBODY;
  const code = readRecoveryCode(typed) ?? '';
  const isOpen = await isRecoveryCodeOpen(deps.db, memberId, code);
  return isOpen ? { memberId, code } : null;
}
