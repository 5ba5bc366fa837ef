import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '../durations.ts';

const PASSWORD_BYTES = 15;
/** Hours in which a new staff member must replace the first password. Shown in the console and at the terminal. */
export const FIRST_PASSWORD_HOURS = 24;

/** Makes a random password of 20 characters for a first sign-in. It is shown once and not stored. */
export function firstPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url');
}

export function firstPasswordUntil(now: Date): Date {
  return new Date(now.getTime() + FIRST_PASSWORD_HOURS * HOUR_MS);
}

/** True when the password was set by another person and its time is over. */
export function isFirstPasswordOver(
  { password_given, password_until }: { password_given: boolean; password_until: Date | null },
  now: Date,
): boolean {
  return password_given && password_until !== null && password_until <= now;
}
