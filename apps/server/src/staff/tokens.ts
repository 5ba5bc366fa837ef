import { hash, randomBytes } from 'node:crypto';

/** The cookie of a session carries a secret, of which the hash is stored. */
export function newStaffToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

/** The hash of what `newStaffToken` could have made; null for anything else. */
export function readStaffToken(token: string): Buffer | null {
  return /^[\w-]{43}$/.test(token) ? hashOf(token) : null;
}

function hashOf(token: string): Buffer {
  return hash('sha256', `tercet/staff/${token}`, 'buffer');
}
