import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4_096;
const SALT_BYTES = 16;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * What PostgreSQL keeps of a password (SCRAM-SHA-256, RFC 5803), for `create role … password`: so the password itself
 * is in no statement, log or script. One with letters beyond ASCII is given as it is: PostgreSQL has to prepare it.
 */
export function scramVerifier(password: string, salt = randomBytes(SALT_BYTES)): string {
  if (!ASCII.test(password)) return password;
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}
