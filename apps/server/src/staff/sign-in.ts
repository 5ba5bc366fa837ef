import { plainText } from '@tercet/contract/words.ts';
import { clockNow } from '../db/clock.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import { lockAccounts, readAccounts, readOpenAccount } from './account-rows.ts';
import { isStaffName } from './accounts.ts';
import type { OpenStaffAttempt, StaffDeps } from './deps.ts';
import { isFirstPasswordOver } from './first-password.ts';
import { type StaffIdentity, type StartedStaffSession, startStaffSession } from './sessions.ts';
import { takeCode } from './totp.ts';

export interface StaffForm {
  name: string;
  password: string;
  code?: string | undefined;
}

/** Called with the new session, in its transaction. */
type OnStarted = (tx: Tx, staff: StaffIdentity) => Promise<void>;

/**
 * Signs a staff member in. A wrong name, a wrong password and a disabled account cost the same work and give the same
 * answer. A code is requested only after the right password, and a wrong code counts as a try. Throws `fill-in`,
 * `throttled`, `busy`, `wrong-credentials`, `first-password-over`, `code-wrong`.
 */
export async function signInStaff(
  deps: StaffDeps,
  form: StaffForm,
  address: string,
  onStarted: OnStarted,
): Promise<StartedStaffSession> {
  refuseEmpty(form);
  const name = plainText(form.name).toLowerCase();
  // No account can have this name.
  if (!isStaffName(name)) throw new Refusal('wrong-credentials');
  return deps.attempts.lookAt(name, address, async (tried) => {
    const known = await evaluate(deps, name, form.password);
    if (known === null) throw deps.attempts.wrong('wrong-credentials');
    return transaction(deps.db, (tx) => admit(deps, tx, known, form.code ?? '', { tried, address, onStarted }));
  });
}

function refuseEmpty(form: StaffForm): void {
  const fields: Record<string, RefusalCode> = {};
  if (form.name.trim() === '') fields.name = 'fill-in';
  if (form.password === '') fields.password = 'fill-in';
  if (Object.keys(fields).length > 0) throw new Refusal('fill-in', {}, fields);
}

interface Known {
  id: string;
  passwordHash: string;
}

async function evaluate({ db, macs, passwords }: StaffDeps, name: string, password: string): Promise<Known | null> {
  const [known] = await readAccounts(db, macs, { name });
  const isOpen = known !== undefined && known.disabled_at === null;
  const isRight = await passwords.matches(password, isOpen ? known.password_hash : null);
  return isOpen && isRight ? { id: known.id, passwordHash: known.password_hash } : null;
}

/** Starts the session under the account's lock, so that disabling and new passwords are seen. */
async function admit(
  deps: StaffDeps,
  tx: Tx,
  known: Known,
  code: string,
  more: { tried: OpenStaffAttempt; address: string; onStarted: OnStarted },
): Promise<StartedStaffSession> {
  await lockAccounts(tx, [known.id]);
  const account = await readOpenAccount(tx.q, deps.macs, known.id);
  if (account?.password_hash !== known.passwordHash) throw deps.attempts.wrong('wrong-credentials');
  if (isFirstPasswordOver(account, await clockNow(tx.q))) throw new Refusal('first-password-over');
  const hasCode = account.totp !== null;
  // A missing code is no guess; the refusal tells the form to ask for one.
  if (hasCode ? code === '' : deps.codeRequired) throw new Refusal('code-wrong');
  if (hasCode) await takeCode(tx, deps.cipher, account, code, deps.attempts.wrong('code-wrong'));
  const { id, name, role } = account;
  const staff: StaffIdentity = { id, name, role };
  const session = await startStaffSession(tx, deps.macs, staff, more.address, deps.idleMs);
  await more.tried.forgive(tx);
  await more.onStarted(tx, staff);
  return session;
}
