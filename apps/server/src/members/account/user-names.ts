import type { RefusalCode } from '../../refusal.ts';

const PATTERN = /^[A-Za-z0-9._-]{3,24}$/;

/** Fault of a new user name, or null. Latin only, so that no name can be imitated in another script. */
export function userNameFault(userName: string): RefusalCode | null {
  if (userName === '') return 'fill-in';
  return PATTERN.test(userName) && /[A-Za-z0-9]/.test(userName) ? null : 'user-name-bad';
}

/** Case-insensitive key of a user name. Accepts any typed text; removes NUL, which the database rejects. */
export function nameKey(userName: string): string {
  return userName.toLowerCase().replaceAll('\0', '');
}
