import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { RowMacs } from '../crypto/row-macs.ts';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { type AccountRow, lockAccounts, readOpenAccount } from './account-rows.ts';
import { askChallenge, takeChallenge } from './challenges.ts';
import type { RelyingParty, StaffDeps } from './deps.ts';
import { refuseEndedSession, type SignedInStaff, type StaffIdentity } from './sessions.ts';

/** A passkey as its owner sees it. */
export interface StaffPasskey {
  id: string;
  /** Name that the owner gave it. */
  name: string;
  createdAt: Date;
  usedAt: Date | null;
}

/** Limit per person. */
const PASSKEYS_MAX = 10;
const NAME_LENGTH_MAX = 60;
/** COSE numbers of EdDSA, ES256 and RS256. Every authenticator supports at least one. */
const ALGORITHMS = [-8, -7, -257];

/** Creates the options for making a passkey. Throws `passkey-limit`. */
export async function askForPasskey(
  deps: Pick<StaffDeps, 'db' | 'macs'>,
  party: RelyingParty,
  staff: SignedInStaff,
): Promise<{ attempt: string; options: PublicKeyCredentialCreationOptionsJSON }> {
  const known = await credentialsOf(deps.db, deps.macs, staff.id);
  if (known.length >= PASSKEYS_MAX) throw new Refusal('passkey-limit', { max: PASSKEYS_MAX });
  const issued = await transaction(deps.db, (tx) => askChallenge(tx, deps.macs, 'register', staff.tokenHash));
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: staff.name,
    userID: userIdOf(staff.id),
    challenge: issued.challenge,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known,
    // Sign-in asks for no name. So the passkey must store the user, and the authenticator must verify them.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { attempt: issued.attempt, options };
}

/** Called with the new passkey, in its transaction. */
type OnAdded = (tx: Tx, passkey: StaffPasskey) => Promise<void>;

/**
 * Stores the passkey that the browser made. Throws `passkey-refused` for an answer to another challenge, from another
 * origin, or without user verification; `fill-in` for an empty name; `passkey-limit`; `signed-out`.
 */
export async function addPasskey(
  deps: Pick<StaffDeps, 'db' | 'macs'>,
  party: RelyingParty,
  staff: SignedInStaff,
  given: { attempt: string; name: string; passkey: unknown },
  onAdded: OnAdded,
): Promise<StaffPasskey> {
  const name = given.name.trim().slice(0, NAME_LENGTH_MAX);
  if (name === '') throw new Refusal('fill-in', {}, { name: 'fill-in' });
  const challenge = await transaction(deps.db, (tx) =>
    takeChallenge(tx, deps.macs, 'register', given.attempt, staff.tokenHash),
  );
  const made = challenge === null ? null : await readMade(given.passkey, challenge, party);
  if (made === null) throw new Refusal('passkey-refused');
  return transaction(deps.db, async (tx) => {
    await holdAccount(tx, deps.macs, staff.id);
    await refuseEndedSession(tx, staff);
    const known = await credentialsOf(tx.q, deps.macs, staff.id);
    if (known.length >= PASSKEYS_MAX) throw new Refusal('passkey-limit', { max: PASSKEYS_MAX });
    const passkey = { id: newId(), name, createdAt: await clockNow(tx.q), usedAt: null };
    const row = {
      id: passkey.id,
      staff_id: staff.id,
      credential_id: Buffer.from(made.id, 'base64url'),
      public_key: Buffer.from(made.publicKey),
      counter: BigInt(made.counter),
      created_at: passkey.createdAt,
    };
    const rest = { name, transports: (made.transports ?? []).join(','), mac: deps.macs.of('staff.passkey', row) };
    if (!(await insertPasskey(tx, staff, { ...row, ...rest }))) throw new Refusal('passkey-refused');
    await onAdded(tx, passkey);
    return passkey;
  });
}

/** Inserts a passkey. False when the credential exists already. */
async function insertPasskey(
  tx: Tx,
  { tokenHash }: SignedInStaff,
  row: PasskeyRow & { mac: string },
): Promise<boolean> {
  const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;
  const bytes = { credential_id: hex(row.credential_id), public_key: hex(row.public_key) };
  const text = JSON.stringify({ ...row, ...bytes, counter: String(row.counter) });
  const { rows } = await sql<{ added: boolean }>`
    select staff.add_passkey(${text}::jsonb, ${tokenHash}) as added`.execute(tx.q);
  return rows[0]?.added === true;
}

/**
 * Verifies a new credential; null when it is invalid. The library throws on invalid input, which is an expected case
 * here.
 */
async function readMade(answer: unknown, expectedChallenge: string, party: RelyingParty) {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return verified ? registrationInfo.credential : null;
  } catch {
    return null;
  }
}

/** Lists a staff member's passkeys, oldest first. */
export async function listPasskeys(q: Db | Tx['q'], macs: RowMacs, staffId: string): Promise<StaffPasskey[]> {
  const rows = await readPasskeys(q, macs, { staffId });
  return rows.map(({ id, name, created_at, used_at }) => ({ id, name, createdAt: created_at, usedAt: used_at }));
}

/**
 * Removes one of the staff member's passkeys. Throws `not-found`, also for another person's passkey, and `last-factor`
 * when they could no longer sign in without it.
 */
export async function removePasskey(
  tx: Tx,
  deps: Pick<StaffDeps, 'codeRequired' | 'macs'>,
  staff: StaffIdentity,
  id: string,
): Promise<StaffPasskey> {
  const { totp } = await holdAccount(tx, deps.macs, staff.id);
  const known = await listPasskeys(tx.q, deps.macs, staff.id);
  const passkey = known.find((one) => one.id === id);
  if (!passkey) throw new Refusal('not-found');
  if (deps.codeRequired && totp === null && known.length === 1) throw new Refusal('last-factor');
  await sql`select staff.remove_passkeys(${staff.id}::uuid, array[${id}::uuid])`.execute(tx.q);
  return passkey;
}

/**
 * Removes all passkeys of an account and returns their names. A concurrent addition fails, because the session has
 * ended.
 */
export async function removeAllPasskeys(tx: Tx, staffId: string): Promise<string[]> {
  const { rows } = await sql<{ names: string[] }>`
    select staff.remove_passkeys(${staffId}::uuid, null) as names`.execute(tx.q);
  return rows[0]?.names ?? [];
}

/** Locks the account, so that concurrent removals see each other. Throws `signed-out` when it is closed. */
async function holdAccount(tx: Tx, macs: RowMacs, staffId: string): Promise<AccountRow> {
  await lockAccounts(tx, [staffId]);
  const account = await readOpenAccount(tx.q, macs, staffId);
  if (!account) throw new Refusal('signed-out');
  return account;
}

/** A staff member's passkeys in the form that browsers expect. */
export async function credentialsOf(
  q: Db | Tx['q'],
  macs: RowMacs,
  staffId: string,
): Promise<{ id: string; transports: string[] }[]> {
  const rows = await readPasskeys(q, macs, { staffId });
  return rows.map((row) => ({
    id: row.credential_id.toString('base64url'),
    transports: row.transports.split(',').filter(Boolean),
  }));
}

interface PasskeyRow {
  id: string;
  staff_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: bigint;
  transports: string;
  name: string;
  created_at: Date;
}

/** A passkey that is not removed, with the MAC that was read. Storing a use replaces exactly that MAC. */
export interface LivePasskey extends PasskeyRow {
  used_at: Date | null;
  mac: string;
}

/** Reads genuine, unremoved passkeys: of one staff member, or of one credential. */
export async function readPasskeys(
  q: Db | Tx['q'],
  macs: RowMacs,
  { staffId, credentialId }: { staffId?: string; credentialId?: Buffer },
): Promise<LivePasskey[]> {
  let some = q
    .selectFrom('staff.passkey')
    .select(['id', 'staff_id', 'credential_id', 'public_key', 'counter', 'transports', 'name', 'created_at'])
    .select(['used_at', 'mac'])
    .where('removed_at', 'is', null);
  if (staffId !== undefined) some = some.where('staff_id', '=', staffId);
  if (credentialId !== undefined) some = some.where('credential_id', '=', credentialId);
  const rows = await some.orderBy('created_at').orderBy('id').execute();
  return rows.flatMap((row) =>
    macs.isGenuine('staff.passkey', row, row.mac) && row.mac !== null ? [{ ...row, mac: row.mac }] : [],
  );
}

/** WebAuthn user id: the bytes of the staff id. */
export function userIdOf(staffId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(staffId.replaceAll('-', ''), 'hex'));
}
