import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { RowMacs } from '../crypto/row-macs.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { lockAccounts, readOpenAccount } from './account-rows.ts';
import { askChallenge, takeChallenge } from './challenges.ts';
import type { RelyingParty, StaffDeps } from './deps.ts';
import { credentialsOf, type LivePasskey, readPasskeys, userIdOf } from './passkeys.ts';
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
  deps: Pick<StaffDeps, 'db' | 'macs' | 'countChallenge'>,
  party: RelyingParty,
  staff: SignedInStaff | null,
  address: string,
): Promise<AskedProof> {
  await deps.countChallenge(address);
  const kind = staff === null ? 'sign-in' : 'step-up';
  const asked = await transaction(deps.db, (tx) => askChallenge(tx, deps.macs, kind, staff?.tokenHash ?? null));
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: asked.challenge,
    userVerification: 'required',
    allowCredentials: staff === null ? [] : await credentialsOf(deps.db, deps.macs, staff.id),
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
    const staff = await useOnce(tx, deps.macs, checked);
    const session = await startStaffSession(tx, deps.macs, staff, address);
    await onStarted(tx, staff);
    return session;
  });
}

/** A passkey whose signature was good; used once `useOnce` has noted it. */
export interface CheckedPasskey {
  passkey: LivePasskey;
  counter: bigint;
}

/**
 * Looks at what a browser answered. The challenge is used up whatever comes of it. Throws `passkey-refused` for any
 * answer that is not one of ours, to this challenge, from this place, by a person whom the authenticator has looked at.
 */
export async function checkAnswer(
  deps: Pick<StaffDeps, 'db' | 'macs'>,
  party: RelyingParty,
  { attempt, passkey }: PasskeyAnswer,
  staff: SignedInStaff | null,
): Promise<CheckedPasskey> {
  const kind = staff === null ? 'sign-in' : 'step-up';
  const challenge = await transaction(deps.db, (tx) =>
    takeChallenge(tx, deps.macs, kind, attempt, staff?.tokenHash ?? null),
  );
  const known = await findPasskey(deps, passkey);
  if (challenge === null || known === null) throw new Refusal('passkey-refused');
  if (staff !== null && known.staff_id !== staff.id) throw new Refusal('passkey-refused');
  const answer = passkey as AuthenticationResponseJSON;
  if (!isOwner(answer, known.staff_id)) throw new Refusal('passkey-refused');
  const counter = await readCounter(answer, challenge, party, known);
  if (counter === null) throw new Refusal('passkey-refused');
  return { passkey: known, counter: BigInt(counter) };
}

async function findPasskey({ db, macs }: Pick<StaffDeps, 'db' | 'macs'>, answer: unknown): Promise<LivePasskey | null> {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null;
  if (typeof id !== 'string' || !/^[\w-]{1,1400}$/.test(id)) return null;
  const [passkey] = await readPasskeys(db, macs, { credentialId: Buffer.from(id, 'base64url') });
  return passkey ?? null;
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
  known: LivePasskey,
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
export async function useOnce(tx: Tx, macs: RowMacs, { passkey, counter }: CheckedPasskey): Promise<StaffIdentity> {
  await lockAccounts(tx, [passkey.staff_id]);
  const account = await readOpenAccount(tx.q, macs, passkey.staff_id);
  if (!account) throw new Refusal('passkey-refused');
  const mac = macs.of('staff.passkey', { ...passkey, counter });
  const { rows } = await sql<{ used: boolean }>`
    select staff.use_passkey(${passkey.id}::uuid, ${passkey.mac}, ${counter}, ${mac}) as used`.execute(tx.q);
  if (!rows[0]?.used) throw new Refusal('passkey-refused');
  const { id, name, role } = account;
  return { id, name, role };
}
