import { randomBytes } from 'node:crypto';

const PASSWORD_BYTES = 15;
/** Whoever begins to work here has a day to make one of his own; told so in the console and at the terminal. */
export const FIRST_PASSWORD_HOURS = 24;

/** A password that nobody thought of, for somebody's first sign-in: 20 characters. It is told once and not stored. */
export function firstPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url');
}

export function firstPasswordUntil(now: Date): Date {
  return new Date(now.getTime() + FIRST_PASSWORD_HOURS * 3_600_000);
}

/** Whether it was made by somebody else, and its day is over. */
export function isFirstPasswordOver(
  { password_given, password_until }: { password_given: boolean; password_until: Date | null },
  now: Date,
): boolean {
  return password_given && password_until !== null && password_until <= now;
}
