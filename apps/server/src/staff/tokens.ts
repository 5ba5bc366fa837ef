import { hash, randomBytes } from 'node:crypto';

/** Makes a session token for the cookie. Only its hash is stored. */
export function newStaffToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

/** The hash of a token; null for any text that `newStaffToken` cannot have made. */
export function readStaffToken(token: string): Buffer | null {
  return /^[\w-]{43}$/.test(token) ? hashOf(token) : null;
}

function hashOf(token: string): Buffer {
  return hash('sha256', `tercet/staff/${token}`, 'buffer');
}
