import { clockNow } from '../../src/db/clock.ts';
import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { type AccountRow, findAccounts } from '../../src/staff/account-rows.ts';
import { confirmProposal, type ProposalKind, propose } from '../../src/staff/proposals.ts';
import type { Role } from '../../src/staff/roles.ts';
import { type StaffIdentity, startStaffSession } from '../../src/staff/sessions.ts';
import { peopleOf } from '../../src/staff/two-people.ts';
import { noteStaffCookie } from './callers.ts';
import type { Club } from './club.ts';
import { macs } from './macs.ts';

export const STAFF_PASSWORD = 'twelve lanterns in june';

export interface SignedInStaff extends StaffIdentity {
  cookie: string;
}

let names = 0;
let hash: Promise<string> | undefined;

/** The actor of acts at the terminal, where no one is signed in. */
export const TERMINAL = { staff: null, why: null, address: 'terminal' } as const;

/** Adds a staff account with the password `STAFF_PASSWORD`, without an act in the audit log. */
export async function addStaff(club: Pick<Club, 'db'>, role: Role, name?: string): Promise<StaffIdentity> {
  hash ??= createPasswords().hash(STAFF_PASSWORD);
  const passwordHash = await hash;
  names += 1;
  // Generate the name before the next `await`: others may be added meanwhile.
  const staff = { id: newId(), name: name ?? `${role}-${names}`, role };
  await insertAccount(club, staff, passwordHash);
  return staff;
}

/** Inserts an account like those that predate the counting of acts. */
async function insertAccount({ db }: Pick<Club, 'db'>, staff: StaffIdentity, passwordHash: string): Promise<void> {
  const row = {
    ...staff,
    ...{ password_hash: passwordHash, password_given: false, password_until: null, totp: null, totp_key_id: null },
    ...{ created_at: await clockNow(db), disabled_at: null, handed_by: null, handed_at: null, act_seq: -1n },
  };
  await db
    .insertInto('staff.account')
    .values({ ...row, mac: macs.of('staff.account', row) })
    .onConflict((on) => on.column('id').doNothing())
    .execute();
}

/** Adds a staff account with a session, and returns its cookie. */
export async function signedInStaff(club: Pick<Club, 'db' | 'api'>, role: Role): Promise<SignedInStaff> {
  const staff = await addStaff(club, role);
  return { ...staff, cookie: await staffCookieOf(club, staff) };
}

/** Starts a session and returns its cookie. */
export async function staffCookieOf({ api }: Pick<Club, 'api'>, staff: StaffIdentity): Promise<string> {
  const { token } = await transaction(api, (tx) => startStaffSession(tx, macs, staff, '192.0.2.9'));
  const cookie = `tercet-staff=${token}`;
  noteStaffCookie(cookie, staff.id);
  return cookie;
}

/** Changes an account with a valid MAC, without the server's rules and without an act in the audit log. */
export async function rewriteAccount({ db }: Pick<Club, 'db'>, id: string, change: Partial<AccountRow>): Promise<void> {
  const [found] = await findAccounts(db, macs, { ids: [id] });
  if (!found) throw new Error(`there is no account ${id}`);
  const mac = macs.of('staff.account', { ...found.row, ...change });
  await db
    .updateTable('staff.account')
    .set({ ...change, mac })
    .where('id', '=', id)
    .execute();
}

/** The same for all sessions of a staff account, including ended ones. */
export async function rewriteSessions(
  { db }: Pick<Club, 'db'>,
  staffId: string,
  change: (row: { proved_at: Date | null; expires_at: Date }) => {
    proved_at?: Date | null;
    idle_until?: Date;
    ended_at?: Date | null;
  },
): Promise<void> {
  const rows = await db.selectFrom('staff.session').selectAll().where('staff_id', '=', staffId).execute();
  for (const row of rows) {
    const next = change(row);
    const mac = macs.of('staff.session', { ...row, ...next });
    await db
      .updateTable('staff.session')
      .set({ ...next, mac })
      .where('token_hash', '=', row.token_hash)
      .execute();
  }
}

/** Makes a proposal and confirms it, by two staff of finance. Returns its id. */
export async function agreed(
  { api }: Pick<Club, 'api'>,
  proposal: { what: ProposalKind; subject: string; body: unknown },
  [first, second]: readonly [string, string] = [ADA, BO],
): Promise<string> {
  const deps = { macs, people: peopleOf(macs) };
  return transaction(api, async (tx) => {
    const { id } = await propose(tx, deps, { ...proposal, why: 'as was agreed', proposedBy: first });
    await confirmProposal(tx, deps, id, { staffId: second, why: 'as was agreed' });
    return id;
  });
}

/** Ids of two staff of finance, for tests that call no endpoint. */
export const ADA = newId();
export const BO = newId();

export async function enterTwo(club: Pick<Club, 'db'>): Promise<void> {
  await insertAccount(club, { id: ADA, name: 'ada-of-finance', role: 'finance' }, '-');
  await insertAccount(club, { id: BO, name: 'bo-of-finance', role: 'finance' }, '-');
}
