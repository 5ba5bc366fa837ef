import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { RowMacs } from '../crypto/row-macs.ts';
import { clockNow } from '../db/clock.ts';
import type { Tx } from '../db/transaction.ts';

/** Purpose of a challenge. A challenge is valid for one purpose only. */
export type ChallengeKind = 'register' | 'sign-in' | 'step-up';

export interface IssuedChallenge {
  /** Secret that must be sent back with the answer. */
  attempt: string;
  challenge: Uint8Array<ArrayBuffer>;
}

const CHALLENGE_BYTES = 32;
const ATTEMPT_PATTERN = /^[\w-]{43}$/;
/** Time for a person to find their phone or key. */
const LIVES_MS = 3 * 60_000;

/** Creates a challenge. `sessionHash` is the token hash of the requesting session; null before sign-in. */
export async function askChallenge(
  tx: Tx,
  macs: RowMacs,
  kind: ChallengeKind,
  sessionHash: Buffer | null,
): Promise<IssuedChallenge> {
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
 * Deletes the challenge of an attempt and returns it as the authenticator signs it (base64url). Null when there is
 * none, when it has expired, when it belongs to another purpose or session, or when the server did not write it.
 * Commit before checking the answer, so that a wrong answer uses it up too.
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
