import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4_096;
const SALT_BYTES = 16;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * PostgreSQL's stored form of a password (SCRAM-SHA-256, RFC 5803), for `create role … password`. It keeps the
 * password out of statements, logs and scripts. A password with non-ASCII letters is returned unchanged, because
 * PostgreSQL must normalize it.
 */
export function scramVerifier(password: string, salt = randomBytes(SALT_BYTES)): string {
  if (!ASCII.test(password)) return password;
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}
