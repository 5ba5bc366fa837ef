import { timingSafeEqual } from 'node:crypto';
import { codeOf, hashCode, randomCode, readCode } from '../crypto/codes.ts';

/** What opens a visitor's conversation. The number may be read aloud; the secret is shown once. */
export interface VisitorKey {
  number: string;
  secret: string;
}

/** 40 bits: unique among a few thousand, and short enough for the phone. */
const NUMBER_LENGTH = 8;
/** 80 bits: too many to guess even with the stored hash. */
const SECRET_LENGTH = 16;

/**
 * Key of a new conversation. The secret follows from the idempotency key of the opening call, a random UUID that only
 * the visitor knows. So a retry of the call gets the same secret, though only hashes are stored.
 */
export function newVisitorKey(idempotencyKey: string): VisitorKey {
  return { number: randomCode(NUMBER_LENGTH), secret: secretOf(idempotencyKey) };
}

export function secretOf(idempotencyKey: string): string {
  return codeOf(hashCode('visitor-secret', idempotencyKey), SECRET_LENGTH);
}

/** Finds the conversation again that a call with this idempotency key has opened. */
export function openingHash(idempotencyKey: string): Buffer {
  return hashCode('visitor-opening', idempotencyKey);
}

/** Parses a typed key; null when it cannot be one. */
export function readVisitorKey(typed: VisitorKey): VisitorKey | null {
  const [number, secret] = [readVisitorNumber(typed.number), readCode(typed.secret)];
  return number !== null && secret?.length === SECRET_LENGTH ? { number, secret } : null;
}

/** Parses a typed number of a conversation; null when it cannot be one. */
export function readVisitorNumber(typed: string): string | null {
  const number = readCode(typed);
  return number?.length === NUMBER_LENGTH ? number : null;
}

export function visitorSecretHash({ number, secret }: VisitorKey): Buffer {
  return hashCode(`visitor/${number}`, secret);
}

export function opensThread(key: VisitorKey, secretHash: Buffer): boolean {
  return timingSafeEqual(visitorSecretHash(key), secretHash);
}
