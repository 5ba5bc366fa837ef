import type { RefusalCode } from '../../refusal.ts';

const PATTERN = /^[A-Za-z0-9._-]{3,24}$/;

/** What is wrong with a new user name, or null. Latin only: no name can be imitated with letters of another script. */
export function userNameFault(userName: string): RefusalCode | null {
  if (userName === '') return 'fill-in';
  return PATTERN.test(userName) && /[A-Za-z0-9]/.test(userName) ? null : 'user-name-bad';
}

/** Names that differ only in case are one name. For any text that someone typed; the database takes no NUL in one. */
export function nameKey(userName: string): string {
  return userName.toLowerCase().replaceAll('\0', '');
}
