import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { RowMacs } from '../crypto/row-macs.ts';
import { clockNow } from '../db/clock.ts';
import type { Tx } from '../db/transaction.ts';

/** What an authenticator signs for: one is never good for another. */
export type ChallengeKind = 'register' | 'sign-in' | 'step-up';

export interface Asked {
  /** Sent back with the answer: whoever does not have it cannot use the challenge. */
  attempt: string;
  challenge: Uint8Array<ArrayBuffer>;
}

const CHALLENGE_BYTES = 32;
const ATTEMPT_PATTERN = /^[\w-]{43}$/;
/** A person has to find the phone or the key. */
const LIVES_MS = 3 * 60_000;

/** Something to sign. `sessionHash` is of the session that asks; null where nobody is signed in yet. */
export async function askChallenge(
  tx: Tx,
  macs: RowMacs,
  kind: ChallengeKind,
  sessionHash: Buffer | null,
): Promise<Asked> {
  const attempt = randomBytes(32).toString('base64url');
  const challenge = Uint8Array.from(randomBytes(CHALLENGE_BYTES));
  const row = {
    attempt_hash: hashOf(attempt),
    kind,
    challenge: Buffer.from(challenge),
    session_hash: sessionHash,
    expires_at: new Date((await clockNow(tx.q)).getTime() + LIVES_MS),
  };
  await sql`select staff.ask_challenge(${row.attempt_hash}, ${kind}, ${row.challenge}, ${sessionHash}::bytea,
    ${row.expires_at}, ${macs.of('staff.challenge', row)})`.execute(tx.q);
  return { attempt, challenge };
}

/**
 * Takes the challenge of an attempt away, and returns it as the authenticator signs it (base64url); null where there is
 * none, it has expired, it was made for another purpose or session, or not by the server. To be committed before the
 * answer is looked at: one that is wrong uses the challenge up, too.
 */
export async function takeChallenge(
  tx: Tx,
  macs: RowMacs,
  kind: ChallengeKind,
  attempt: string,
  sessionHash: Buffer | null,
): Promise<string | null> {
  if (!ATTEMPT_PATTERN.test(attempt)) return null;
  const { rows } = await sql<ChallengeRow>`select * from staff.take_challenge(${hashOf(attempt)})`.execute(tx.q);
  const row = rows[0];
  if (!row || !macs.isGenuine('staff.challenge', row, row.mac)) return null;
  const isOfSession = (row.session_hash?.toString('hex') ?? null) === (sessionHash?.toString('hex') ?? null);
  const isGood = row.kind === kind && isOfSession && row.expires_at > (await clockNow(tx.q));
  return isGood ? row.challenge.toString('base64url') : null;
}

interface ChallengeRow {
  attempt_hash: Buffer;
  kind: string;
  challenge: Buffer;
  session_hash: Buffer | null;
  expires_at: Date;
  mac: string | null;
}

function hashOf(attempt: string): Buffer {
  return hash('sha256', `tercet/staff-attempt/${attempt}`, 'buffer');
}
