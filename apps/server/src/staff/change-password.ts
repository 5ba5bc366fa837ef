import { clockNow } from '../db/clock.ts';
import { transaction } from '../db/transaction.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import { lockAccounts, readOpenAccount } from './account-rows.ts';
import { setStaffPassword } from './accounts.ts';
import type { StaffDeps } from './deps.ts';
import { isFirstPasswordOver } from './first-password.ts';
import { endOtherSessionsOf, refuseEndedSession, type SignedInStaff } from './sessions.ts';

export interface StaffPasswordForm {
  oldPassword: string;
  newPassword: string;
  repeat: string;
}

/** Dependencies of `changeStaffPassword`. */
interface StaffPasswordDeps extends Pick<StaffDeps, 'db' | 'macs' | 'passwords' | 'attempts'> {
  /** Fault of a new password, or null: too easy to guess, or little more than the name. */
  passwordFault(password: string, name: string): RefusalCode | null;
}

/** Longer than for members, because staff accounts protect more. */
const LENGTH_MIN = 12;

/**
 * Changes a staff member's own password and ends their other sessions. A wrong old password counts as a sign-in try.
 * Throws `fill-in`, `password-weak` (also for the old password again), `entries-differ`, `first-password-over`,
 * `old-password-wrong`, `throttled`, `busy`, `signed-out`.
 */
export async function changeStaffPassword(
  deps: StaffPasswordDeps,
  staff: SignedInStaff,
  form: StaffPasswordForm,
  address: string,
): Promise<void> {
  refuseFaults(form, deps.passwordFault(form.newPassword, staff.name));
  await deps.attempts.lookAt(staff.name, address, async (tried) => {
    const oldHash = await matchOld(deps, staff, form.oldPassword);
    if (oldHash === null) throw oldWrong(deps);
    const newHash = await deps.passwords.hash(form.newPassword);
    await transaction(deps.db, async (tx) => {
      await lockAccounts(tx, [staff.id]);
      await refuseEndedSession(tx, staff);
      await endOtherSessionsOf(tx, staff);
      await tried.forgive(tx);
      // Another session or the terminal may have changed the password since the check.
      const isSet = await setStaffPassword(tx, deps.macs, { oldHash, newHash }, { staff, why: null, address });
      if (!isSet) throw oldWrong(deps);
    });
  });
}

/** The stored hash that the old password matches; null when it is wrong. Throws `first-password-over`. */
async function matchOld(
  { db, macs, passwords }: Pick<StaffDeps, 'db' | 'macs' | 'passwords'>,
  { id }: SignedInStaff,
  typed: string,
): Promise<string | null> {
  const account = await readOpenAccount(db, macs, id);
  if (account && isFirstPasswordOver(account, await clockNow(db))) throw new Refusal('first-password-over');
  const hash = account?.password_hash ?? null;
  return (await passwords.matches(typed, hash)) ? hash : null;
}

function oldWrong({ attempts }: Pick<StaffPasswordDeps, 'attempts'>): Refusal {
  return attempts.wrong('old-password-wrong', {}, { oldPassword: 'old-password-wrong' });
}

/** `fault` is the result of the general password rules. */
function refuseFaults({ oldPassword, newPassword, repeat }: StaffPasswordForm, fault: RefusalCode | null): void {
  const fields: Record<string, RefusalCode> = {};
  if (oldPassword === '') fields.oldPassword = 'fill-in';
  const isWeak = [...newPassword.normalize('NFKC')].length < LENGTH_MIN || isSame(newPassword, oldPassword);
  if (fault !== null || isWeak) fields.newPassword = fault ?? 'password-weak';
  if (repeat === '') fields.repeat = 'fill-in';
  else if (!isSame(repeat, newPassword)) fields.repeat = 'entries-differ';
  const [code] = Object.values(fields);
  if (code !== undefined) throw new Refusal(code, {}, fields);
}

/** Compares after normalisation, because keyboards may encode the same text differently. */
function isSame(one: string, other: string): boolean {
  return one.normalize('NFKC') === other.normalize('NFKC');
}
