import { record } from './audit/audit.ts';
import { readConfig } from './config.ts';
import { type Db, openDb, openPool } from './db/pool.ts';
import { type Tx, transaction } from './db/transaction.ts';
import { createPasswords } from './members/passwords.ts';
import { Refusal } from './refusal.ts';
import { loadSealer } from './sealed.ts';
import { createStaff, disableStaff, giveStaffPassword, hasOwner, listStaff } from './staff/accounts.ts';
import { FIRST_PASSWORD_HOURS, firstPassword } from './staff/first-password.ts';
import { ROLES, type Role } from './staff/roles.ts';
import { giveTotp } from './staff/totp.ts';

// node apps/server/src/staff-command.ts list | first-owner NAME | add NAME ROLE | code NAME | password NAME |
// disable NAME: with the environment of the server.

export interface StaffCommandPlace {
  databaseUrl: string;
  keysDir: string;
}

/** An owner is made by an owner, but for the first. */
const ADDABLE = ROLES.filter((role) => role !== 'owner');
const USAGE = `Usage: npm run staff -- list | first-owner NAME | add NAME ROLE | code NAME | password NAME | disable NAME
Roles: ${ADDABLE.join(', ')}; owners are made by an owner, in the console`;

/**
 * Who works here, by hand: the first of them cannot be let in by another. Passwords and secrets are made here and told
 * once. Returns what to print; throws an `Error` with one line.
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
  if (command === 'list' && name === '') return list(db);
  if (name === '' || more.length > 0 || (command !== 'add' && role !== '')) throw new Error(USAGE);
  if (command === 'first-owner') return firstOwner(db, keysDir, name);
  if (command === 'add' && isAddable(role)) return add(db, name, role);
  if (command === 'code') return giveCode(db, keysDir, name);
  if (command === 'password') return newPassword(db, name);
  if (command === 'disable') return disable(db, name);
  throw new Error(USAGE);
}

function isAddable(text: string): text is Role {
  return (ADDABLE as readonly string[]).includes(text);
}

async function list(db: Db): Promise<string[]> {
  const all = await listStaff(db);
  if (all.length === 0) return ['Nobody works here yet'];
  return all.map(({ name, role, hasCode, disabledAt }) => {
    const state = disabledAt === null ? '' : `  disabled ${disabledAt.toISOString()}`;
    return `${name}  ${role}  ${hasCode ? 'with' : 'without'} one-time codes${state}`;
  });
}

const FIRST_PASSWORD_ENDS = `Good for ${FIRST_PASSWORD_HOURS} hours, to make another one in the console; then: password NAME`;

/** Works while the house has no owner, and gives all that he needs to sign in to a live house too. */
async function firstOwner(db: Db, keysDir: string, name: string): Promise<string[]> {
  const password = firstPassword();
  const passwordHash = await createPasswords().hash(password);
  const sealer = await loadSealer(keysDir);
  const { made, uri } = await transaction(db, async (tx) => {
    if (await hasOwner(tx)) throw new Error('this house has an owner: whoever else is to be one is made one by him');
    const staff = await createStaff(tx, { name, role: 'owner', passwordHash, passwordGiven: true });
    if (!staff) throw new Error(`${name} is taken; what was done under it stays under it`);
    const code = await giveTotp(tx, sealer, staff.name);
    await recordHere(tx, 'first-owner', staff.id, { name: staff.name, role: 'owner' });
    return { made: staff, uri: code.uri };
  });
  return [
    `${made.name}, owner, may sign in with ${password}`,
    FIRST_PASSWORD_ENDS,
    'For an authenticator, shown this once:',
    uri,
  ];
}

async function add(db: Db, name: string, role: Role): Promise<string[]> {
  const password = firstPassword();
  const passwordHash = await createPasswords().hash(password);
  const made = await transaction(db, async (tx) => {
    const staff = await createStaff(tx, { name, role, passwordHash, passwordGiven: true });
    if (staff) await recordHere(tx, 'staff-created', staff.id, { name: staff.name, role });
    return staff;
  });
  if (!made) throw new Error(`${name} is taken; what was done under it stays under it`);
  return [
    `${made.name}, ${role}, may sign in with ${password}`,
    FIRST_PASSWORD_ENDS,
    'A live house also asks for a one-time code: code NAME',
  ];
}

async function giveCode(db: Db, keysDir: string, name: string): Promise<string[]> {
  const sealer = await loadSealer(keysDir);
  const uri = await transaction(db, async (tx) => {
    const { id, removed, ...given } = await giveTotp(tx, sealer, name);
    await recordHere(tx, 'staff-code-given', id, { passkeysRemoved: removed });
    return given.uri;
  });
  return ['For an authenticator, shown this once:', uri];
}

async function newPassword(db: Db, name: string): Promise<string[]> {
  const password = firstPassword();
  const passwordHash = await createPasswords().hash(password);
  await transaction(db, async (tx) => {
    const { id } = await giveStaffPassword(tx, name, passwordHash);
    await recordHere(tx, 'staff-password-set', id);
  });
  return [`${name} may sign in with ${password}; all sessions ended`, FIRST_PASSWORD_ENDS];
}

async function disable(db: Db, name: string): Promise<string[]> {
  await transaction(db, async (tx) => {
    const { id } = await disableStaff(tx, name);
    await recordHere(tx, 'staff-disabled', id);
  });
  return [`${name} signs in no more; all sessions ended`];
}

/** Nobody is signed in at a terminal: the act says so. */
function recordHere(tx: Tx, act: string, staffId: string, after?: unknown): Promise<void> {
  return record(tx, { staff: null, act, why: null, subject: `staff/${staffId}`, after, address: 'terminal' });
}

if (import.meta.main) {
  try {
    const { appUrl, keysDir } = readConfig();
    const lines = await runStaffCommand(process.argv.slice(2), { databaseUrl: appUrl, keysDir });
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
