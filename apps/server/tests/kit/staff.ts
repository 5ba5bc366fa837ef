import { newId } from '../../src/db/ids.ts';
import { transaction } from '../../src/db/transaction.ts';
import { createPasswords } from '../../src/members/passwords.ts';
import { createStaff } from '../../src/staff/accounts.ts';
import type { Role } from '../../src/staff/roles.ts';
import { type StaffIdentity, startStaffSession } from '../../src/staff/sessions.ts';
import { noteStaffCookie } from './callers.ts';
import type { Club } from './club.ts';

export const STAFF_PASSWORD = 'twelve lanterns in june';

export interface SignedInStaff extends StaffIdentity {
  cookie: string;
}

let names = 0;
let hash: Promise<string> | undefined;

/** One of the staff, whose password is `STAFF_PASSWORD`. */
export async function addStaff(club: Pick<Club, 'db'>, role: Role, name?: string): Promise<StaffIdentity> {
  hash ??= createPasswords().hash(STAFF_PASSWORD);
  const passwordHash = await hash;
  names += 1;
  // Now: others may be added before this one is.
  const own = name ?? `${role}-${names}`;
  const staff = await transaction(club.db, (tx) =>
    createStaff(tx, { name: own, role, passwordHash, passwordGiven: false }),
  );
  if (!staff) throw new Error(`the name ${own} is taken`);
  return staff;
}

/** One of the staff with a session whose token the browser has. */
export async function signedInStaff(club: Pick<Club, 'db'>, role: Role): Promise<SignedInStaff> {
  const staff = await addStaff(club, role);
  return { ...staff, cookie: await staffCookieOf(club, staff) };
}

/** The cookie of a new session. */
export async function staffCookieOf(club: Pick<Club, 'db'>, staff: StaffIdentity): Promise<string> {
  const { token } = await transaction(club.db, (tx) => startStaffSession(tx, staff, '192.0.2.9'));
  const cookie = `tercet-staff=${token}`;
  noteStaffCookie(cookie, staff.id);
  return cookie;
}

/** Two of finance, for tests that call no endpoint. */
export const ADA = newId();
export const BO = newId();

export async function enterTwo({ owner }: Pick<Club, 'owner'>): Promise<void> {
  for (const [id, name] of [
    [ADA, 'ada-of-finance'],
    [BO, 'bo-of-finance'],
  ]) {
    await owner.query(
      `insert into staff.account (id, name, role, password_hash, created_at)
       values ($1, $2, 'finance', '-', clock.now()) on conflict do nothing`,
      [id, name],
    );
  }
}
