import { randomBytes } from 'node:crypto';

const PASSWORD_BYTES = 15;

/** A password that nobody thought of, for somebody's first sign-in: 20 characters. It is told once and not stored. */
export function firstPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url');
}
