import type { RefusalCode } from '../../refusal.ts';

const AGE_MAX = 130;

/**
 * Fault of a birth date (`YYYY-MM-DD`), or null. A person is of age from their birthday of `ageMin` years on, by
 * `today` (UTC). Persons born on 29 February have it on 1 March in other years.
 */
export function birthDateFault(birthDate: string, today: Date, ageMin: number): RefusalCode | null {
  if (birthDate === '') return 'fill-in';
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birthDate);
  if (!match) return 'birth-date-bad';
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isReal || date > today || year < today.getUTCFullYear() - AGE_MAX) return 'birth-date-bad';
  return Date.UTC(year + ageMin, month - 1, day) <= today.getTime() ? null : 'too-young';
}
