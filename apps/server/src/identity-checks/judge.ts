import { isSameOrShortened } from '@tercet/contract/words.ts';
import { birthDateFault } from '../members/persons/birth-dates.ts';
import type { DeclineReason, VerifiedPerson } from './provider.ts';
import type { AdmissionRule } from './standing.ts';

/** What the club knows of whoever shows a document. */
export interface Known {
  /** Null where he has not given one: the document's is taken. */
  realName: string | null;
  /** `YYYY-MM-DD`, as registered. */
  birthDate: string;
}

/**
 * Why the club does not take a document for this account, or null: by the name that was given, the birth date that was
 * registered, and whom the house lets in (`rule`, null for one that does not ask) today.
 */
export function faultOfPerson(
  person: Pick<VerifiedPerson, 'realName' | 'birthDate' | 'country' | 'goodUntil'>,
  known: Known,
  rule: AdmissionRule | null,
  today: Date,
): DeclineReason | null {
  if (person.goodUntil !== null && person.goodUntil < today.toISOString().slice(0, 10)) return 'document-expired';
  if (person.birthDate !== known.birthDate) return 'birth-date-differs';
  if (known.realName !== null && !isSameOrShortened(person.realName, known.realName)) return 'name-differs';
  if (rule === null) return null;
  if (birthDateFault(person.birthDate, today, rule.ageMin) !== null) return 'too-young';
  return rule.countries.includes(person.country) ? null : 'country-not-served';
}
