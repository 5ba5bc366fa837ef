import { record } from '../audit/audit.ts';
import { ownerUrlOf, readConfig } from '../config/config.ts';
import { type FieldCipher, loadFieldCipher } from '../crypto/field-cipher.ts';
import { type RowMacs, rowMacs } from '../crypto/row-macs.ts';
import { type Db, openDb, openPool } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { createPasswords } from '../members/sessions/passwords.ts';
import { forgedHolds } from '../payments/legal-holds.ts';
import { Refusal } from '../refusal.ts';
import type { ChangedBy } from '../staff/account-rows.ts';
import { createStaff, disableStaff, giveStaffCode, giveStaffPassword, hasOwner, listStaff } from '../staff/accounts.ts';
import { FIRST_PASSWORD_HOURS, firstPassword } from '../staff/first-password.ts';
import { sweepForged } from '../staff/forged.ts';
import { ROLES, type Role } from '../staff/roles.ts';

// node apps/server/src/cli/staff.ts list | first-owner NAME | add NAME ROLE | code NAME | password NAME |
// disable NAME | sweep: manages staff accounts, with the server's environment.

export interface StaffCommandPlace {
  databaseUrl: string;
  keysDir: string;
}

/** Roles that `add` accepts. An owner adds further owners; `first-owner` creates the first. */
const ADDABLE = ROLES.filter((role) => role !== 'owner');
const USAGE = `Usage: npm run staff -- list | first-owner NAME | add NAME ROLE | code NAME | password NAME | disable NAME
  | sweep
Roles: ${ADDABLE.join(', ')}; owners are made by an owner, in the console`;

/**
 * Manages staff accounts at the terminal, because the first one cannot be created by another. Passwords and secrets
 * are generated here and shown once. Returns the lines to print; throws an `Error` of one line.
 */
export async function runStaffCommand(args: readonly string[], place: StaffCommandPlace): Promise<string[]> {
  const db = openDb(openPool({ url: place.databaseUrl, connectionsMax: 2, applicationName: 'tercet staff' }));
  try {
    return await run(db, place.keysDir, args);
  } catch (error) {
    throw error instanceof Refusal ? new Error(`refused: ${error.code}`) : error;
  } finally {
    await db.destroy();
  }
}

async function run(db: Db, keysDir: string, args: readonly string[]): Promise<string[]> {
  const [command, name = '', role = '', ...more] = args;
  const cipher = await loadFieldCipher(keysDir);
  const deps: Deps = { db, cipher, macs: rowMacs(cipher, () => {}) };
  if (command === 'list' && name === '') return list(deps);
  if (command === 'sweep' && name === '') return sweep(deps);
  if (name === '' || more.length > 0 || (command !== 'add' && role !== '')) throw new Error(USAGE);
  if (command === 'first-owner') return firstOwner(deps, name);
  if (command === 'add' && isAddable(role)) return add(deps, name, role);
  if (command === 'code') return giveCode(deps, name);
  if (command === 'password') return newPassword(deps, name);
  if (command === 'disable') return disable(deps, name);
  throw new Error(USAGE);
}

interface Deps {
  db: Db;
  cipher: FieldCipher;
  macs: RowMacs;
}

/** No staff account is signed in at a terminal, and the audit log records that. */
const HERE: ChangedBy = { staff: null, why: null, address: 'terminal' };

function isAddable(text: string): text is Role {
  return (ADDABLE as readonly string[]).includes(text);
}

async function list({ db, macs }: Deps): Promise<string[]> {
  const all = await listStaff(db, macs);
  if (all.length === 0) return ['Nobody works here yet'];
  return all.map(({ name, role, hasCode, disabledAt, isForged }) => {
    const state = disabledAt === null ? '' : `  disabled ${disabledAt.toISOString()}`;
    const forged = isForged ? '  not written by the club: opens nothing' : '';
    return `${name}  ${role}  ${hasCode ? 'with' : 'without'} one-time codes${state}${forged}`;
  });
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
  return Object.entries(swept).map(([table, rows]) => `${rows} of ${table} that the club did not write`);
}

const FIRST_PASSWORD_ENDS = `Good for ${FIRST_PASSWORD_HOURS} hours, to make another one in the console; then: password NAME`;

/** Creates the first owner with all credentials, also for a live house. Refused if the house has an owner. */
async function firstOwner({ db, macs, cipher }: Deps, name: string): Promise<string[]> {
  const password = firstPassword();
  const passwordHash = await createPasswords().hash(password);
  const made = await transaction(db, async (tx) => {
    if (await hasOwner(tx, macs))
      throw new Error('this house has an owner: whoever else is to be one is made one by him');
    const plan = { name, role: 'owner', passwordHash, passwordGiven: true, cipher } as const;
    return createStaff(tx, macs, plan, HERE, 'first-owner');
  });
  if (!made) throw new Error(`${name} is taken; what was done under it stays under it`);
  return [
    `${made.name}, owner, may sign in with ${password}`,
    FIRST_PASSWORD_ENDS,
    'For an authenticator, shown this once:',
    made.codeUri,
  ];
}

async function add({ db, macs }: Deps, name: string, role: Role): Promise<string[]> {
  const password = firstPassword();
  const passwordHash = await createPasswords().hash(password);
  const plan = { name, role, passwordHash, passwordGiven: true };
  const made = await transaction(db, (tx) => createStaff(tx, macs, plan, HERE));
  if (!made) throw new Error(`${name} is taken; what was done under it stays under it`);
  return [
    `${made.name}, ${role}, may sign in with ${password}`,
    FIRST_PASSWORD_ENDS,
    'A live house also asks for a one-time code: code NAME',
  ];
}

async function giveCode(deps: Deps, name: string): Promise<string[]> {
  const uri = await transaction(deps.db, (tx) => giveStaffCode(tx, deps, { name }, HERE));
  return ['For an authenticator, shown this once:', uri];
}

async function newPassword({ db, macs }: Deps, name: string): Promise<string[]> {
  const password = firstPassword();
  const passwordHash = await createPasswords().hash(password);
  await transaction(db, (tx) => giveStaffPassword(tx, macs, { name }, passwordHash, HERE));
  return [`${name} may sign in with ${password}; all sessions ended`, FIRST_PASSWORD_ENDS];
}

async function disable({ db, macs }: Deps, name: string): Promise<string[]> {
  await transaction(db, (tx) => disableStaff(tx, macs, { name }, HERE));
  return [`${name} signs in no more; all sessions ended`];
}

if (import.meta.main) {
  try {
    const config = readConfig();
    const place = { databaseUrl: ownerUrlOf(config), keysDir: config.keysDir };
    const lines = await runStaffCommand(process.argv.slice(2), place);
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
