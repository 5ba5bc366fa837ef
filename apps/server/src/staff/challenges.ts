import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
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
const SWEPT_MAX = 100;

/** Something to sign. `sessionHash` is of the session that asks; null where nobody is signed in yet. */
export async function askChallenge(tx: Tx, kind: ChallengeKind, sessionHash: Buffer | null): Promise<Asked> {
  const now = await clockNow(tx.q);
  await sweep(tx, now);
  const attempt = randomBytes(32).toString('base64url');
  const challenge = Uint8Array.from(randomBytes(CHALLENGE_BYTES));
  await tx.q
    .insertInto('staff.challenge')
    .values({
      attempt_hash: hashOf(attempt),
      kind,
      challenge: Buffer.from(challenge),
      session_hash: sessionHash,
      expires_at: new Date(now.getTime() + LIVES_MS),
    })
    .execute();
  return { attempt, challenge };
}

/**
 * Takes the challenge of an attempt away, and returns it as the authenticator signs it (base64url); null where there is
 * none, it has expired, or it was made for another purpose or session. To be committed before the answer is looked at:
 * one that is wrong uses the challenge up, too.
 */
export async function takeChallenge(
  tx: Tx,
  kind: ChallengeKind,
  attempt: string,
  sessionHash: Buffer | null,
): Promise<string | null> {
  if (!ATTEMPT_PATTERN.test(attempt)) return null;
  const row = await tx.q
    .deleteFrom('staff.challenge')
    .where('attempt_hash', '=', hashOf(attempt))
    .where('kind', '=', kind)
    .where('session_hash', 'is not distinct from', sessionHash)
    .where('expires_at', '>', await clockNow(tx.q))
    .returning('challenge')
    .executeTakeFirst();
  return row ? row.challenge.toString('base64url') : null;
}

/** What nobody answered in time; a few with each new one keeps the table small. */
async function sweep(tx: Tx, now: Date): Promise<void> {
  await sql`
    delete from staff.challenge where attempt_hash in (
      select attempt_hash from staff.challenge where expires_at <= ${now} limit ${SWEPT_MAX}
    )`.execute(tx.q);
}

function hashOf(attempt: string): Buffer {
  return hash('sha256', `tercet/staff-attempt/${attempt}`, 'buffer');
}
