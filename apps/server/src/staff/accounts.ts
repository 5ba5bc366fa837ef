import { plainText } from '@tercet/contract/words.ts';
import { sql } from 'kysely';
import type { FieldCipher } from '../crypto/field-cipher.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import {
  type AccountRow,
  type ChangedBy,
  findAccounts,
  lockAccounts,
  readAccounts,
  readOpenAccount,
  writeAccount,
} from './account-rows.ts';
import { firstPasswordUntil } from './first-password.ts';
import { removeAllPasskeys } from './passkeys.ts';
import type { Role } from './roles.ts';
import { endSessionsOf, type StaffIdentity } from './sessions.ts';
import { newTotp } from './totp.ts';
import { countsFrom } from './two-people.ts';

const NAME_PATTERN = /^[a-z][a-z0-9-]{1,31}$/;

/** A current or former staff account, as listed. */
export interface StaffAccount extends StaffIdentity {
  hasCode: boolean;
  createdAt: Date;
  disabledAt: Date | null;
  /** When the account starts to count as one of two people; null when it counts already. */
  countsFrom: Date | null;
  /** True when the server did not write the row. Such an account opens nothing and counts for nothing. */
  isForged: boolean;
}

/** Normalises a staff name to lower case. Throws `name-bad`. */
export function staffName(typed: string): string {
  const name = plainText(typed).toLowerCase();
  if (!isStaffName(name)) throw new Refusal('name-bad');
  return name;
}

/** True for a valid staff name. */
export function isStaffName(name: string): boolean {
  return NAME_PATTERN.test(name);
}

/** A staff account to create. */
export interface NewStaff {
  name: string;
  role: Role;
  passwordHash: string;
  /** The password was set by another person. The holder must replace it before anything else. */
  passwordGiven: boolean;
  /** With a cipher, the account gets a secret for one-time codes, encrypted with it. Without one it gets none. */
  cipher?: FieldCipher;
}

export interface MadeStaff extends StaffIdentity {
  /** `otpauth://` URI for an authenticator, shown once; empty without a secret. */
  codeUri: string;
}

/**
 * Creates a staff account. Returns null when the name is taken, also by a disabled account, whose acts keep it. At the
 * terminal, an account row that the server did not write is replaced.
 */
export async function createStaff(
  tx: Tx,
  macs: RowMacs,
  staff: NewStaff,
  by: ChangedBy,
  act: 'staff-created' | 'first-owner' = 'staff-created',
): Promise<MadeStaff | null> {
  const { role, passwordHash, passwordGiven, cipher } = staff;
  const name = staffName(staff.name);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`staff/${name}`}, 0))`.execute(tx.q);
  const [taken] = await findAccounts(tx.q, macs, { name });
  if (taken && (taken.isGenuine || by.staff !== null)) return null;
  const id = taken?.row.id ?? newId();
  const now = await clockNow(tx.q);
  const code = cipher ? newTotp(cipher, id, name) : null;
  await endAllOf(tx, id);
  const account: AccountRow = {
    ...{ id, name, role, password_hash: passwordHash, password_given: passwordGiven },
    password_until: passwordGiven ? firstPasswordUntil(now) : null,
    totp: code?.encrypted.bytes ?? null,
    totp_key_id: code?.encrypted.keyId ?? null,
    ...{ created_at: now, disabled_at: null },
    ...handedBy(by, now),
  };
  await writeAccount(tx, macs, account, by, { act, after: { name, role } });
  return { id, name, role, codeUri: code?.uri ?? '' };
}

/**
 * An account that another person has set up or changed does not count as one of two people for a while. Changes at the
 * terminal do not cause this.
 */
function handedBy({ staff }: ChangedBy, now: Date): Pick<AccountRow, 'handed_by' | 'handed_at'> {
  return { handed_by: staff?.id ?? null, handed_at: staff === null ? null : now };
}

/** Ends everything that gives access without a password: sessions and passkeys. */
async function endAllOf(tx: Tx, staffId: string): Promise<string[]> {
  await endSessionsOf(tx, staffId);
  return removeAllPasskeys(tx, staffId);
}

/** The account to change: by id for a signed-in owner, by name at the terminal. */
export interface Whom {
  staffId?: string;
  name?: string;
}

interface InHand {
  before: AccountRow;
  /** The row to write, with the person who last changed it. */
  next: AccountRow;
  owners: readonly AccountRow[];
}

/**
 * Locks all accounts and finds one to change. Throws `not-found`. For a signed-in owner also throws `own-account`, and
 * `forbidden` when they are no longer an owner. At the terminal it also finds rows that the server did not write.
 */
async function takeInHand(tx: Tx, macs: RowMacs, { staffId, name }: Whom, by: ChangedBy): Promise<InHand> {
  await lockAccounts(tx);
  const all = await findAccounts(tx.q, macs);
  const owners = all.flatMap(({ row, isGenuine }) => (isGenuine && isOpenOwner(row) ? [row] : []));
  if (by.staff !== null && !owners.some(({ id }) => id === by.staff?.id)) throw new Refusal('forbidden');
  const wanted = name === undefined ? staffId?.toLowerCase() : staffName(name);
  const found = all.find(({ row }) => (name === undefined ? row.id : row.name) === wanted);
  const isKnown = found?.isGenuine ? found.row.disabled_at === null : by.staff === null;
  if (!found || !isKnown) throw new Refusal('not-found');
  if (by.staff?.id === found.row.id) throw new Refusal('own-account');
  const now = await clockNow(tx.q);
  const handed = by.staff === null ? {} : handedBy(by, now);
  return { before: found.row, next: { ...found.row, ...handed }, owners };
}

function isOpenOwner({ role, disabled_at }: AccountRow): boolean {
  return role === 'owner' && disabled_at === null;
}

function identityOf({ id, name, role }: AccountRow): StaffIdentity {
  return { id, name, role };
}

/** Throws `last-owner` when this is the house's only owner. */
function refuseLast(owners: readonly AccountRow[], { id }: AccountRow): void {
  if (owners.length === 1 && owners[0]?.id === id) throw new Refusal('last-owner');
}

/** Disables an account and ends its sessions. Throws like `takeInHand`, and `last-owner`. */
export async function disableStaff(tx: Tx, macs: RowMacs, whom: Whom, by: ChangedBy): Promise<StaffIdentity> {
  const { before, next, owners } = await takeInHand(tx, macs, whom, by);
  refuseLast(owners, before);
  await endSessionsOf(tx, before.id);
  const disabled = { ...next, disabled_at: await clockNow(tx.q) };
  const { name, role } = before;
  await writeAccount(tx, macs, disabled, by, {
    act: 'staff-disabled',
    ...(by.staff === null ? {} : { before: { name, role } }),
  });
  return identityOf(before);
}

/**
 * Changes an account's role and ends its sessions. Returns the previous identity. Throws like `takeInHand`, and
 * `last-owner`.
 */
export async function changeRole(tx: Tx, macs: RowMacs, whom: Whom, role: Role, by: ChangedBy): Promise<StaffIdentity> {
  const { before, next, owners } = await takeInHand(tx, macs, whom, by);
  if (role !== 'owner') refuseLast(owners, before);
  await endSessionsOf(tx, before.id);
  const states = { before: { role: before.role }, after: { role } };
  await writeAccount(tx, macs, { ...next, role }, by, { act: 'staff-role-changed', ...states });
  return identityOf(before);
}

/** Sets a password that the holder must replace, and ends the sessions. Throws like `takeInHand`. */
export async function giveStaffPassword(
  tx: Tx,
  macs: RowMacs,
  whom: Whom,
  passwordHash: string,
  by: ChangedBy,
): Promise<StaffIdentity> {
  const { before, next } = await takeInHand(tx, macs, whom, by);
  await endSessionsOf(tx, before.id);
  const until = firstPasswordUntil(await clockNow(tx.q));
  const given = { password_hash: passwordHash, password_given: true, password_until: until };
  await writeAccount(tx, macs, { ...next, ...given }, by, { act: 'staff-password-set' });
  return identityOf(before);
}

/**
 * Sets a new secret for one-time codes, and removes the passkeys and sessions. Returns the `otpauth://` URI, shown
 * once. Throws like `takeInHand`.
 */
export async function giveStaffCode(
  tx: Tx,
  deps: { macs: RowMacs; cipher: FieldCipher },
  whom: Whom,
  by: ChangedBy,
): Promise<string> {
  const { before, next } = await takeInHand(tx, deps.macs, whom, by);
  const { encrypted, uri } = newTotp(deps.cipher, before.id, before.name);
  const removed = await endAllOf(tx, before.id);
  const given = { ...next, totp: encrypted.bytes, totp_key_id: encrypted.keyId };
  const after = { passkeysRemoved: removed };
  await writeAccount(tx, deps.macs, given, by, { act: 'staff-code-given', after });
  return uri;
}

/**
 * Replaces a staff member's own password. Returns false when the stored hash is no longer `oldHash`, or the account is
 * closed. The caller ends their other sessions.
 */
export async function setStaffPassword(
  tx: Tx,
  macs: RowMacs,
  hashes: { oldHash: string; newHash: string },
  by: ChangedBy & { staff: NonNullable<ChangedBy['staff']> },
): Promise<boolean> {
  await lockAccounts(tx, [by.staff.id]);
  const account = await readOpenAccount(tx.q, macs, by.staff.id);
  if (account?.password_hash !== hashes.oldHash) return false;
  const own = { password_hash: hashes.newHash, password_given: false, password_until: null };
  await writeAccount(tx, macs, { ...account, ...own }, by, { act: 'own-password-changed' });
  return true;
}

/**
 * True when the house has an owner. Takes a lock until the transaction ends, so that concurrent calls cannot both
 * create the first owner.
 */
export async function hasOwner(tx: Tx, macs: RowMacs): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('the first owner', 0))`.execute(tx.q);
  return (await readAccounts(tx.q, macs)).some(isOpenOwner);
}

export async function listStaff(q: Db | Tx['q'], macs: RowMacs): Promise<StaffAccount[]> {
  const found = await findAccounts(q, macs);
  return found
    .map(({ row, isGenuine }) => ({
      ...identityOf(row),
      hasCode: row.totp !== null,
      createdAt: row.created_at,
      disabledAt: row.disabled_at,
      countsFrom: countsFrom(row),
      isForged: !isGenuine,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
