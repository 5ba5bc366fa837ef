import { clockNow } from '../db/clock.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { Refusal, type RefusalCode } from '../refusal.ts';
import { isStaffName } from './accounts.ts';
import type { OpenStaffTry, StaffDeps } from './deps.ts';
import { isFirstPasswordOver } from './first-password.ts';
import type { Role } from './roles.ts';
import { type StaffIdentity, type StartedStaffSession, startStaffSession } from './sessions.ts';
import { takeCode } from './totp.ts';

export interface StaffForm {
  name: string;
  password: string;
  code?: string | undefined;
}

/** Called with the session that began, in its transaction. */
type OnStarted = (tx: Tx, staff: StaffIdentity) => Promise<void>;

/**
 * Signs one of the staff in. A wrong name, a wrong password and a disabled account get the same answer after the same
 * work; a code is asked for only behind the right password, and a wrong one is a try like any other. Throws `fill-in`,
 * `throttled`, `busy`, `wrong-credentials`, `first-password-over`, `code-wrong`.
 */
export async function signInStaff(
  deps: StaffDeps,
  form: StaffForm,
  address: string,
  onStarted: OnStarted,
): Promise<StartedStaffSession> {
  refuseEmpty(form);
  const name = form.name.trim().toLowerCase();
  // Nobody can be called so: there is nothing to look for.
  if (!isStaffName(name)) throw new Refusal('wrong-credentials');
  return deps.tries.lookAt(name, address, async (tried) => {
    const known = await evaluate(deps, name, form.password);
    if (known === null) throw deps.tries.wrong('wrong-credentials');
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

async function evaluate(deps: StaffDeps, name: string, password: string): Promise<Known | null> {
  const known = await deps.db
    .selectFrom('staff.account')
    .select(['id', 'password_hash as passwordHash'])
    .where('name', '=', name)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const isRight = await deps.passwords.matches(password, known?.passwordHash ?? null);
  return known && isRight ? known : null;
}

/** The lock makes disabling and a new password wait or be seen. */
async function admit(
  deps: StaffDeps,
  tx: Tx,
  known: Known,
  code: string,
  more: { tried: OpenStaffTry; address: string; onStarted: OnStarted },
): Promise<StartedStaffSession> {
  const row = await tx.q
    .selectFrom('staff.account')
    .select(['id', 'name', 'role', 'password_hash', 'totp', 'totp_key_id as totpKeyId', 'disabled_at'])
    .select(['password_given', 'password_until'])
    .where('id', '=', known.id)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.disabled_at !== null || row.password_hash !== known.passwordHash) {
    throw deps.tries.wrong('wrong-credentials');
  }
  if (isFirstPasswordOver(row, await clockNow(tx.q))) throw new Refusal('first-password-over');
  const { id, totp, totpKeyId } = row;
  const hasCode = totp !== null && totpKeyId !== null;
  // Nothing was guessed: the form learns by this that it has to ask for a code.
  if (hasCode ? code === '' : deps.codeRequired) throw new Refusal('code-wrong');
  if (hasCode) await takeCode(tx, deps.sealer, { id, totp, totpKeyId }, code, deps.tries.wrong('code-wrong'));
  const staff: StaffIdentity = { id, name: row.name, role: row.role as Role };
  const session = await startStaffSession(tx, staff, more.address);
  await more.tried.forgive(tx);
  await more.onStarted(tx, staff);
  return session;
}
