import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { askChallenge, takeChallenge } from './challenges.ts';
import type { RelyingParty, StaffDeps } from './deps.ts';
import { refuseEndedSession, type SignedInStaff, type StaffIdentity } from './sessions.ts';

/** One of somebody's own passkeys, as he sees it. */
export interface OwnPasskey {
  id: string;
  /** As he called it. */
  name: string;
  createdAt: Date;
  usedAt: Date | null;
}

/** Of one person. */
const PASSKEYS_MAX = 10;
const NAME_LENGTH_MAX = 60;
/** EdDSA, ES256 and RS256, as COSE numbers them: what authenticators have, of which each can do one. */
const ALGORITHMS = [-8, -7, -257];

/** What the browser is asked to make a passkey with. Throws `passkey-limit`. */
export async function askForPasskey(
  deps: Pick<StaffDeps, 'db'>,
  party: RelyingParty,
  staff: SignedInStaff,
): Promise<{ attempt: string; options: PublicKeyCredentialCreationOptionsJSON }> {
  const known = await credentialsOf(deps.db, staff.id);
  if (known.length >= PASSKEYS_MAX) throw new Refusal('passkey-limit', { max: PASSKEYS_MAX });
  const asked = await transaction(deps.db, (tx) => askChallenge(tx, 'register', staff.tokenHash));
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: staff.name,
    userID: userIdOf(staff.id),
    challenge: asked.challenge,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known,
    // Whoever signs in types no name: the authenticator has to know whose it is, and that it is he who holds it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { attempt: asked.attempt, options };
}

/** Called with the passkey that was added, in its transaction. */
type OnAdded = (tx: Tx, passkey: OwnPasskey) => Promise<void>;

/**
 * Keeps the passkey that the browser made. Throws `passkey-refused` for an answer to another challenge, of another
 * place, or without a look at who holds it; `fill-in` for no name; `passkey-limit`; `signed-out`.
 */
export async function addPasskey(
  deps: Pick<StaffDeps, 'db'>,
  party: RelyingParty,
  staff: SignedInStaff,
  given: { attempt: string; name: string; passkey: unknown },
  onAdded: OnAdded,
): Promise<OwnPasskey> {
  const name = given.name.trim().slice(0, NAME_LENGTH_MAX);
  if (name === '') throw new Refusal('fill-in', {}, { name: 'fill-in' });
  const challenge = await transaction(deps.db, (tx) => takeChallenge(tx, 'register', given.attempt, staff.tokenHash));
  const made = challenge === null ? null : await readMade(given.passkey, challenge, party);
  if (made === null) throw new Refusal('passkey-refused');
  return transaction(deps.db, async (tx) => {
    await lockAccount(tx, staff.id);
    await refuseEndedSession(tx, staff);
    const known = await credentialsOf(tx.q, staff.id);
    if (known.length >= PASSKEYS_MAX) throw new Refusal('passkey-limit', { max: PASSKEYS_MAX });
    const passkey = { id: newId(), name, createdAt: await clockNow(tx.q), usedAt: null };
    const inserted = await tx.q
      .insertInto('staff.passkey')
      .values({
        id: passkey.id,
        staff_id: staff.id,
        credential_id: Buffer.from(made.id, 'base64url'),
        public_key: Buffer.from(made.publicKey),
        counter: BigInt(made.counter),
        transports: (made.transports ?? []).join(','),
        name,
        created_at: passkey.createdAt,
      })
      .onConflict((on) => on.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) throw new Refusal('passkey-refused');
    await onAdded(tx, passkey);
    return passkey;
  });
}

/** The library throws on whatever does not fit; what came from outside is answered, not thrown at. */
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

/** Own passkeys, the oldest first. */
export async function listPasskeys(q: Db | Tx['q'], staffId: string): Promise<OwnPasskey[]> {
  return q
    .selectFrom('staff.passkey')
    .select(['id', 'name', 'created_at as createdAt', 'used_at as usedAt'])
    .where('staff_id', '=', staffId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/**
 * Forgets one of his own. Throws `not-found`, also for somebody else's, and `last-factor` where without it he could
 * not sign in any more.
 */
export async function removePasskey(
  tx: Tx,
  deps: Pick<StaffDeps, 'codeRequired'>,
  staff: StaffIdentity,
  id: string,
): Promise<OwnPasskey> {
  const { hasCode } = await lockAccount(tx, staff.id);
  const known = await listPasskeys(tx.q, staff.id);
  const passkey = known.find((one) => one.id === id);
  if (!passkey) throw new Refusal('not-found');
  if (deps.codeRequired && !hasCode && known.length === 1) throw new Refusal('last-factor');
  await tx.q
    .updateTable('staff.passkey')
    .set({ removed_at: await clockNow(tx.q) })
    .where('id', '=', id)
    .where('staff_id', '=', staff.id)
    .execute();
  return passkey;
}

/** Forgets all of somebody's; their names. Whoever adds one meanwhile finds that his session has ended. */
export async function removeAllPasskeys(tx: Tx, staffId: string): Promise<string[]> {
  const rows = await tx.q
    .updateTable('staff.passkey')
    .set({ removed_at: await clockNow(tx.q) })
    .where('staff_id', '=', staffId)
    .where('removed_at', 'is', null)
    .returning('name')
    .execute();
  return rows.map(({ name }) => name).sort();
}

/** One after the other, so that of two that remove the last two one sees the other. */
async function lockAccount(tx: Tx, staffId: string): Promise<{ hasCode: boolean }> {
  const row = await tx.q
    .selectFrom('staff.account')
    .select('totp')
    .where('id', '=', staffId)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('signed-out');
  return { hasCode: row.totp !== null };
}

/** The passkeys of one of the staff, as browsers are told of them. */
export async function credentialsOf(q: Db | Tx['q'], staffId: string): Promise<{ id: string; transports: string[] }[]> {
  const rows = await q
    .selectFrom('staff.passkey')
    .select(['credential_id', 'transports'])
    .where('staff_id', '=', staffId)
    .where('removed_at', 'is', null)
    .execute();
  return rows.map((row) => ({
    id: row.credential_id.toString('base64url'),
    transports: row.transports.split(',').filter(Boolean),
  }));
}

/** The bytes by which an authenticator knows a person: those of his id. */
export function userIdOf(staffId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(staffId.replaceAll('-', ''), 'hex'));
}
