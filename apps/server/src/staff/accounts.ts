import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { firstPasswordUntil } from './first-password.ts';
import type { Role } from './roles.ts';
import { endSessionsOf, type StaffIdentity } from './sessions.ts';
import { countsFrom } from './two-people.ts';

const NAME_PATTERN = /^[a-z][a-z0-9-]{1,31}$/;

/** Who works here, or did. */
export interface StaffAccount extends StaffIdentity {
  hasCode: boolean;
  createdAt: Date;
  disabledAt: Date | null;
  /** From when on he counts as one of two people; null for at once. */
  countsFrom: Date | null;
}

/** A name as it is stored: letters of either size are the same person. Throws `name-bad`. */
export function staffName(typed: string): string {
  const name = typed.trim().toLowerCase();
  if (!isStaffName(name)) throw new Refusal('name-bad');
  return name;
}

/** Whether one of the staff could be stored under it. */
export function isStaffName(name: string): boolean {
  return NAME_PATTERN.test(name);
}

/** Somebody who is to work here. */
export interface NewStaff {
  name: string;
  role: Role;
  passwordHash: string;
  /** Made by whoever lets him in: he makes one of his own before he does anything else. */
  passwordGiven: boolean;
  /** The owner who lets him in; nobody at the terminal. */
  letInBy?: string;
}

/** Null where the name is taken, also by one who is disabled: what he did stays under it. */
export async function createStaff(tx: Tx, staff: NewStaff): Promise<StaffIdentity | null> {
  const { role, passwordHash, passwordGiven, letInBy = null } = staff;
  const now = await clockNow(tx.q);
  const row = await tx.q
    .insertInto('staff.account')
    .values({
      id: newId(),
      name: staffName(staff.name),
      role,
      password_hash: passwordHash,
      password_given: passwordGiven,
      password_until: passwordGiven ? firstPasswordUntil(now) : null,
      created_at: now,
      handed_by: letInBy,
      handed_at: letInBy === null ? null : now,
    })
    .onConflict((on) => on.column('name').doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst();
  return row ? { ...row, role } : null;
}

/** From now on the account opens nothing; its sessions end with it. Throws `not-found`, `last-owner`. */
export async function disableStaff(tx: Tx, name: string): Promise<StaffIdentity> {
  const owners = await lockOwners(tx);
  const row = await tx.q
    .updateTable('staff.account')
    .set({ disabled_at: await clockNow(tx.q) })
    .where('name', '=', staffName(name))
    .where('disabled_at', 'is', null)
    .returning(['id', 'name', 'role'])
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  if (isLast(owners, row)) throw new Refusal('last-owner');
  await endSessionsOf(tx, row.id);
  return { ...row, role: row.role as Role };
}

/** All owners in one order: of two who act on each other the second finds that he is none. */
async function lockOwners(tx: Tx): Promise<string[]> {
  const owners = await tx.q
    .selectFrom('staff.account')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return owners.map(({ id }) => id);
}

/** Whether the house has no owner without him. */
function isLast(owners: readonly string[], { id }: { id: string }): boolean {
  return owners.length === 1 && owners[0] === id;
}

/** Gives somebody a password, in whose place he makes one of his own; sessions end. Throws `not-found`. */
export async function giveStaffPassword(tx: Tx, name: string, passwordHash: string): Promise<StaffIdentity> {
  const row = await tx.q
    .updateTable('staff.account')
    .set({
      password_hash: passwordHash,
      password_given: true,
      password_until: firstPasswordUntil(await clockNow(tx.q)),
    })
    .where('name', '=', staffName(name))
    .where('disabled_at', 'is', null)
    .returning(['id', 'name', 'role'])
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  await endSessionsOf(tx, row.id);
  return { ...row, role: row.role as Role };
}

/** What an owner does to somebody's account: never to his own. */
interface ByOwner {
  ownerId: string;
  staffId: string;
}

/**
 * Gives one of the staff another role; his sessions end, so that nothing of the old one is left. Returns who he was.
 * Throws `not-found`, `own-account`, `forbidden` for a caller who is no owner any more, `last-owner`.
 */
export async function changeRole(tx: Tx, by: ByOwner, role: Role): Promise<StaffIdentity> {
  const owners = await lockOwners(tx);
  const before = await takeInHand(tx, by);
  if (role !== 'owner' && isLast(owners, before)) throw new Refusal('last-owner');
  await tx.q.updateTable('staff.account').set({ role }).where('id', '=', before.id).execute();
  await endSessionsOf(tx, before.id);
  return before;
}

/** The same as `disableStaff`, by an owner. Throws like `changeRole`. */
export async function disableByOwner(tx: Tx, by: ByOwner): Promise<StaffIdentity> {
  const { name } = await takeInHand(tx, by);
  return disableStaff(tx, name);
}

/**
 * Whose account it is, for an act that only another owner may do to it; for a while he does not count as one of two
 * people then. Throws like `changeRole`.
 */
export async function takeInHand(tx: Tx, { ownerId, staffId }: ByOwner): Promise<StaffIdentity> {
  const owners = await lockOwners(tx);
  if (!owners.includes(ownerId)) throw new Refusal('forbidden');
  const row = await tx.q
    .selectFrom('staff.account')
    .select(['id', 'name', 'role'])
    .where('id', '=', staffId)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  if (row.id === ownerId) throw new Refusal('own-account');
  await tx.q
    .updateTable('staff.account')
    .set({ handed_by: ownerId, handed_at: await clockNow(tx.q) })
    .where('id', '=', row.id)
    .execute();
  return { ...row, role: row.role as Role };
}

/**
 * Whether the house has an owner. Waits for whoever makes the first one at the same time, and keeps others waiting
 * until the transaction ends.
 */
export async function hasOwner(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('the first owner', 0))`.execute(tx.q);
  const row = await tx.q
    .selectFrom('staff.account')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listStaff(db: Db | Tx['q']): Promise<StaffAccount[]> {
  const rows = await db
    .selectFrom('staff.account')
    .select(['id', 'name', 'role', 'created_at', 'disabled_at'])
    .select([sql<boolean>`totp is not null`.as('has_code'), countsFrom().as('counts_from')])
    .orderBy('name')
    .execute();
  return rows.map(({ id, name, role, created_at, disabled_at, has_code, counts_from }) => ({
    id,
    name,
    role: role as Role,
    hasCode: has_code,
    createdAt: created_at,
    disabledAt: disabled_at,
    countsFrom: counts_from,
  }));
}
