import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Role } from './roles.ts';
import { endSessionsOf, type StaffIdentity } from './sessions.ts';

const NAME_PATTERN = /^[a-z][a-z0-9-]{1,31}$/;
const PASSWORD_LENGTH_MIN = 12;

/** Who works here, or did. */
export interface StaffAccount extends StaffIdentity {
  hasCode: boolean;
  createdAt: Date;
  disabledAt: Date | null;
}

/** A name as it is stored: letters of either size are the same person. Throws `name-bad`. */
export function staffName(typed: string): string {
  const name = typed.trim().toLowerCase();
  if (!NAME_PATTERN.test(name)) throw new Refusal('name-bad');
  return name;
}

/** Throws `password-weak`. */
export function refuseShortPassword(password: string): void {
  if ([...password].length < PASSWORD_LENGTH_MIN) throw new Refusal('password-weak');
}

/** Null where the name is taken, also by one who is disabled: what he did stays under it. */
export async function createStaff(
  tx: Tx,
  { name, role, passwordHash }: { name: string; role: Role; passwordHash: string },
): Promise<StaffIdentity | null> {
  const row = await tx.q
    .insertInto('staff.account')
    .values({ id: newId(), name: staffName(name), role, password_hash: passwordHash, created_at: await clockNow(tx.q) })
    .onConflict((on) => on.column('name').doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst();
  return row ? { ...row, role } : null;
}

/** From now on the account opens nothing; its sessions end with it. Throws `not-found`. */
export async function disableStaff(tx: Tx, name: string): Promise<StaffIdentity> {
  const row = await tx.q
    .updateTable('staff.account')
    .set({ disabled_at: await clockNow(tx.q) })
    .where('name', '=', staffName(name))
    .where('disabled_at', 'is', null)
    .returning(['id', 'name', 'role'])
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  await endSessionsOf(tx, row.id);
  return { ...row, role: row.role as Role };
}

/** A new password; sessions end. Throws `not-found`. */
export async function setStaffPassword(tx: Tx, name: string, passwordHash: string): Promise<StaffIdentity> {
  const row = await tx.q
    .updateTable('staff.account')
    .set({ password_hash: passwordHash })
    .where('name', '=', staffName(name))
    .where('disabled_at', 'is', null)
    .returning(['id', 'name', 'role'])
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  await endSessionsOf(tx, row.id);
  return { ...row, role: row.role as Role };
}

export async function listStaff(db: Db): Promise<StaffAccount[]> {
  const rows = await db
    .selectFrom('staff.account')
    .select(['id', 'name', 'role', 'created_at', 'disabled_at'])
    .select(sql<boolean>`totp is not null`.as('has_code'))
    .orderBy('name')
    .execute();
  return rows.map(({ id, name, role, created_at, disabled_at, has_code }) => ({
    id,
    name,
    role: role as Role,
    hasCode: has_code,
    createdAt: created_at,
    disabledAt: disabled_at,
  }));
}
