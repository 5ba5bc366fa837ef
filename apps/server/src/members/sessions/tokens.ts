import { hash, randomBytes } from 'node:crypto';
import { parse, stringify } from 'uuid';

/**
 * Parsed session cookie: the member id, which selects the shard, and the hash of the secret. Only the hash is stored.
 */
export interface SessionToken {
  memberId: string;
  tokenHash: Buffer;
}

export function newToken(memberId: string): { token: string; tokenHash: Buffer } {
  const secret = randomBytes(32);
  return {
    token: `${Buffer.from(parse(memberId)).toString('base64url')}.${secret.toString('base64url')}`,
    tokenHash: hashSecret(secret),
  };
}

/** Parses a token; null for any text that `newToken` cannot have made. */
export function readToken(token: string): SessionToken | null {
  const match = /^([\w-]{22})\.([\w-]{43})$/.exec(token);
  if (!match?.[1] || !match[2]) return null;
  try {
    const memberId = stringify(Buffer.from(match[1], 'base64url'));
    return { memberId, tokenHash: hashSecret(Buffer.from(match[2], 'base64url')) };
  } catch {
    return null; // the 16 bytes are not a UUID
  }
}

function hashSecret(secret: Buffer): Buffer {
  return hash('sha256', secret, 'buffer');
}
