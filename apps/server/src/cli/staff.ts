import { record } from '../audit/audit.ts';
import { type FieldCipher, loadFieldCipher } from '../crypto/field-cipher.ts';
import { type RowMacs, rowMacs } from '../crypto/row-macs.ts';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { createPasswords } from '../members/sessions/passwords.ts';
import { forgedHolds } from '../payments/rules/legal-holds.ts';
import type { ChangedBy } from '../staff/account-rows.ts';
import { createStaff, disableStaff, giveStaffCode, giveStaffPassword, hasOwner, listStaff } from '../staff/accounts.ts';
import { FIRST_PASSWORD_HOURS, firstPassword } from '../staff/first-password.ts';
import { sweepForged } from '../staff/forged-rows.ts';
import { ROLES, type Role } from '../staff/roles.ts';
import type { Area, Call, Outcome } from './program/act.ts';
import { withDb } from './program/with-db.ts';

/** Roles that `add` accepts. An owner adds further owners in the console; `first-owner` creates the first. */
const ADDABLE = ROLES.filter((role) => role !== 'owner');
const NAME = { name: 'NAME', about: 'user name of the staff account' };

/**
 * Manages staff accounts at the terminal, because the first one cannot be created by another. Passwords and secrets
 * are generated here and shown once.
 */
export const STAFF: Area = {
  name: 'staff',
  about: 'manages staff accounts',
  acts: [
    {
      name: 'list',
      about: 'lists staff accounts',
      scope: 'database',
      hasJson: true,
      run: (call) => withStaff(call, list),
    },
    {
      name: 'first-owner',
      about: 'adds the first owner, with a password and one-time codes',
      args: [NAME],
      scope: 'database',
      run: (call) => withStaff(call, (deps, name) => firstOwner(deps, name)),
    },
    {
      name: 'add',
      about: 'adds a staff account; an owner adds owners, in the console',
      args: [NAME, { name: 'ROLE', about: 'role of the account', choices: ADDABLE }],
      scope: 'database',
      run: (call) =>
        withStaff(call, (deps, name) =>
          add(
            deps,
            name,
            ADDABLE.find((role) => role === call.args[1]),
          ),
        ),
    },
    {
      name: 'code',
      about: 'sets up one-time codes',
      args: [NAME],
      scope: 'database',
      run: (call) => withStaff(call, giveCode),
    },
    {
      name: 'password',
      about: `sets a first password, good for ${FIRST_PASSWORD_HOURS} hours, and ends all sessions`,
      args: [NAME],
      scope: 'database',
      run: (call) => withStaff(call, newPassword),
    },
    {
      name: 'disable',
      about: 'disables an account, and ends its sessions',
      args: [NAME],
      scope: 'database',
      run: (call) => withStaff(call, disable),
    },
    {
      name: 'sweep',
      about: 'removes rows that the club did not write, so that new ones are noticed',
      scope: 'database',
      run: (call) => withStaff(call, sweep),
    },
  ],
};

function withStaff<T>(call: Call, act: (deps: Deps, name: string) => Promise<T>): Promise<T> {
  return withDb(call, {}, async (db, { keysDir }) => {
    const cipher = await loadFieldCipher(keysDir);
    return act({ db, cipher, macs: rowMacs(cipher, () => {}) }, call.args[0] ?? '');
  });
}

interface Deps {
  db: Db;
  cipher: FieldCipher;
  macs: RowMacs;
}

/** No staff account is signed in at a terminal, and the audit log records that. */
const HERE: ChangedBy = { staff: null, why: null, address: 'terminal' };

async function list({ db, macs }: Deps): Promise<Outcome> {
  const all = await listStaff(db, macs);
  if (all.length === 0) return { lines: ['No staff accounts yet'], data: [] };
  const lines = all.map(({ name, role, hasCode, disabledAt, isForged }) => {
    const state = disabledAt === null ? '' : `  disabled ${disabledAt.toISOString()}`;
    const forged = isForged ? '  invalid MAC: cannot sign in' : '';
    return `${name}  ${role}  ${hasCode ? 'with' : 'without'} one-time codes${state}${forged}`;
  });
  const data = all.map(({ name, role, hasCode, disabledAt, isForged }) => {
    return { name, role, hasCode, disabledAt, isForged };
  });
  return { lines, data };
}

/** Removes forged rows, so that new ones are noticed. Accounts remain for `add` and `disable`. */
async function sweep({ db, macs }: Deps): Promise<string[]> {
  const swept = await transaction(db, async (tx) => {
    const holds = await forgedHolds(tx.q, macs);
    if (holds.length > 0) await tx.q.deleteFrom('payments.legal_hold').where('id', 'in', holds).execute();
    const found = { ...(await sweepForged(tx, macs)), 'payments.legal_hold': holds.length };
    await record(tx, { ...HERE, act: 'forged-rows-swept', after: found });
    return found;
  });
  return Object.entries(swept).map(([table, rows]) => `${rows} forged rows of ${table} removed`);
}

const FIRST_PASSWORD_ENDS = `Valid for ${FIRST_PASSWORD_HOURS} hours. Replace it in the console; if it has expired: club staff password NAME`;

/** Creates the first owner with all credentials, also for a live house. Refused if the house has an owner. */
async function firstOwner({ db, macs, cipher }: Deps, name: string): Promise<string[]> {
  const password = firstPassword();
  const passwordHash = await createPasswords().hash(password);
  const made = await transaction(db, async (tx) => {
    if (await hasOwner(tx, macs))
      throw new Error('this house has an owner: an owner adds further owners in the console');
    const plan = { name, role: 'owner', passwordHash, passwordGiven: true, cipher } as const;
    return createStaff(tx, macs, plan, HERE, 'first-owner');
  });
  if (!made) throw new Error(`${name} is taken. Names are never reused, since the audit log refers to them`);
  return [
    `${made.name}, owner, may sign in with ${password}`,
    FIRST_PASSWORD_ENDS,
    'For an authenticator app, shown only once:',
    made.codeUri,
  ];
}

async function add({ db, macs }: Deps, name: string, role: Role | undefined): Promise<string[]> {
  if (role === undefined) throw new Error('the role cannot be added');
  const password = firstPassword();
  const passwordHash = await createPasswords().hash(password);
  const plan = { name, role, passwordHash, passwordGiven: true };
  const made = await transaction(db, (tx) => createStaff(tx, macs, plan, HERE));
  if (!made) throw new Error(`${name} is taken. Names are never reused, since the audit log refers to them`);
  return [
    `${made.name}, ${role}, may sign in with ${password}`,
    FIRST_PASSWORD_ENDS,
    'A live house also asks for a one-time code: club staff code NAME',
  ];
}

async function giveCode(deps: Deps, name: string): Promise<string[]> {
  const uri = await transaction(deps.db, (tx) => giveStaffCode(tx, deps, { name }, HERE));
  return ['For an authenticator app, shown only once:', uri];
}

async function newPassword({ db, macs }: Deps, name: string): Promise<string[]> {
  const password = firstPassword();
  const passwordHash = await createPasswords().hash(password);
  await transaction(db, (tx) => giveStaffPassword(tx, macs, { name }, passwordHash, HERE));
  return [`${name} may sign in with ${password}; all sessions ended`, FIRST_PASSWORD_ENDS];
}

async function disable({ db, macs }: Deps, name: string): Promise<string[]> {
  await transaction(db, (tx) => disableStaff(tx, macs, { name }, HERE));
  return [`${name} is disabled; all sessions ended`];
}
