import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { clockNow } from '../db/clock.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { askChallenge, takeChallenge } from './challenges.ts';
import type { RelyingParty, StaffDeps } from './deps.ts';
import { credentialsOf, userIdOf } from './passkeys.ts';
import type { Role } from './roles.ts';
import { type SignedInStaff, type StaffIdentity, type StartedStaffSession, startStaffSession } from './sessions.ts';

export interface AskedProof {
  attempt: string;
  options: PublicKeyCredentialRequestOptionsJSON;
}

/** What a browser answers a challenge with. */
export interface PasskeyAnswer {
  attempt: string;
  /** The credential as the browser writes it in JSON; nothing of it is believed. */
  passkey: unknown;
}

/**
 * What a passkey has to sign: any of the house's where nobody is signed in, else one of his own. Throws `throttled`
 * where an address asks for too many.
 */
export async function askProof(
  deps: Pick<StaffDeps, 'db' | 'countChallenge'>,
  party: RelyingParty,
  staff: SignedInStaff | null,
  address: string,
): Promise<AskedProof> {
  await deps.countChallenge(address);
  const kind = staff === null ? 'sign-in' : 'step-up';
  const asked = await transaction(deps.db, (tx) => askChallenge(tx, kind, staff?.tokenHash ?? null));
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: asked.challenge,
    userVerification: 'required',
    allowCredentials: staff === null ? [] : await credentialsOf(deps.db, staff.id),
  });
  return { attempt: asked.attempt, options };
}

/** Signs in whoever holds a passkey; it stands for a name, a password and a second factor. Throws `passkey-refused`. */
export async function signInWithPasskey(
  deps: StaffDeps,
  party: RelyingParty,
  answer: PasskeyAnswer,
  address: string,
  onStarted: (tx: Tx, staff: StaffIdentity) => Promise<void>,
): Promise<StartedStaffSession> {
  const checked = await checkAnswer(deps, party, answer, null);
  return transaction(deps.db, async (tx) => {
    const staff = await useOnce(tx, checked);
    const session = await startStaffSession(tx, staff, address);
    await onStarted(tx, staff);
    return session;
  });
}

/** A passkey whose signature was good; used once `useOnce` has noted it. */
export interface CheckedPasskey {
  id: string;
  staffId: string;
  counter: bigint;
}

/**
 * Looks at what a browser answered. The challenge is used up whatever comes of it. Throws `passkey-refused` for any
 * answer that is not one of ours, to this challenge, from this place, by a person whom the authenticator has looked at.
 */
export async function checkAnswer(
  deps: Pick<StaffDeps, 'db'>,
  party: RelyingParty,
  { attempt, passkey }: PasskeyAnswer,
  staff: SignedInStaff | null,
): Promise<CheckedPasskey> {
  const kind = staff === null ? 'sign-in' : 'step-up';
  const challenge = await transaction(deps.db, (tx) => takeChallenge(tx, kind, attempt, staff?.tokenHash ?? null));
  const known = await findPasskey(deps, passkey);
  if (challenge === null || known === null) throw new Refusal('passkey-refused');
  if (staff !== null && known.staff_id !== staff.id) throw new Refusal('passkey-refused');
  const answer = passkey as AuthenticationResponseJSON;
  if (!isOwner(answer, known.staff_id)) throw new Refusal('passkey-refused');
  const counter = await readCounter(answer, challenge, party, known);
  if (counter === null) throw new Refusal('passkey-refused');
  return { id: known.id, staffId: known.staff_id, counter: BigInt(counter) };
}

interface KnownPasskey {
  id: string;
  staff_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: bigint;
}

async function findPasskey({ db }: Pick<StaffDeps, 'db'>, answer: unknown): Promise<KnownPasskey | null> {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null;
  if (typeof id !== 'string' || !/^[\w-]{1,1400}$/.test(id)) return null;
  const row = await db
    .selectFrom('staff.passkey')
    .select(['id', 'staff_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', Buffer.from(id, 'base64url'))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Some authenticators do not say whose it is; one that does must say what we know. */
function isOwner(answer: AuthenticationResponseJSON, staffId: string): boolean {
  const handle: unknown = answer.response?.userHandle;
  if (handle === undefined || handle === null || handle === '') return true;
  return typeof handle === 'string' && Buffer.from(handle, 'base64url').equals(userIdOf(staffId));
}

/** The authenticator's new count; null for what does not hold. A count that went back does not. */
async function readCounter(
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  party: RelyingParty,
  known: KnownPasskey,
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: known.credential_id.toString('base64url'),
        publicKey: Uint8Array.from(known.public_key),
        counter: Number(known.counter),
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/**
 * Notes the use of a passkey that was checked, and says whose it is. Of two answers with the same count one is taken.
 * Throws `passkey-refused`, also where the account was disabled or the passkey removed meanwhile.
 */
export async function useOnce(tx: Tx, { id, staffId, counter }: CheckedPasskey): Promise<StaffIdentity> {
  const account = await tx.q
    .selectFrom('staff.account')
    .select(['id', 'name', 'role'])
    .where('id', '=', staffId)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new Refusal('passkey-refused');
  const { numUpdatedRows } = await tx.q
    .updateTable('staff.passkey')
    .set({ counter, used_at: await clockNow(tx.q) })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0n), eb.val(counter === 0n)])]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('passkey-refused');
  return { ...account, role: account.role as Role };
}
