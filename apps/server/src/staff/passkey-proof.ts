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

/** A browser's answer to a challenge. */
export interface PasskeyAnswer {
  attempt: string;
  /** The credential in the browser's JSON. Untrusted. */
  passkey: unknown;
}

/**
 * Creates a challenge for a passkey: any of the house's before sign-in, else one of the staff member's own. Throws
 * `throttled` when an address asks too often.
 */
export async function askProof(
  deps: Pick<StaffDeps, 'db' | 'macs' | 'countChallenge'>,
  party: RelyingParty,
  staff: SignedInStaff | null,
  address: string,
): Promise<AskedProof> {
  await deps.countChallenge(address);
  const kind = staff === null ? 'sign-in' : 'step-up';
  const issued = await transaction(deps.db, (tx) => askChallenge(tx, deps.macs, kind, staff?.tokenHash ?? null));
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: issued.challenge,
    userVerification: 'required',
    allowCredentials: staff === null ? [] : await credentialsOf(deps.db, deps.macs, staff.id),
  });
  return { attempt: issued.attempt, options };
}

/** Signs in with a passkey, which replaces name, password and second factor. Throws `passkey-refused`. */
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
    const session = await startStaffSession(tx, deps.macs, staff, address, deps.idleMs);
    await onStarted(tx, staff);
    return session;
  });
}

/** A passkey with a valid signature. It counts as used once `useOnce` has stored it. */
export interface CheckedPasskey {
  passkey: LivePasskey;
  counter: bigint;
}

/**
 * Checks a browser's answer; the challenge is used up in any case. Throws `passkey-refused` unless the answer is from
 * a known passkey, to this challenge, from this origin, with user verification.
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

/** Some authenticators send no user handle. One that is sent must be the account's. */
function isOwner(answer: AuthenticationResponseJSON, staffId: string): boolean {
  const handle: unknown = answer.response?.userHandle;
  if (handle === undefined || handle === null || handle === '') return true;
  return typeof handle === 'string' && Buffer.from(handle, 'base64url').equals(userIdOf(staffId));
}

/** The authenticator's new counter; null for an invalid answer or a counter that went back. */
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
 * Stores the use of a checked passkey and returns its owner. Of two answers with the same counter, one is accepted.
 * Throws `passkey-refused`, also when the account was disabled or the passkey removed meanwhile.
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
