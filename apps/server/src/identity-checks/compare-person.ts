import { isSameOrShortened } from '@tercet/contract/words.ts';
import { birthDateFault } from '../members/persons/birth-dates.ts';
import type { AdmissionRule } from './admission.ts';
import type { DeclineReason, VerifiedPerson } from './provider.ts';

/** What the account states about its person. */
export interface Known {
  /** Null when none was given; then the document's name is adopted. */
  realName: string | null;
  /** `YYYY-MM-DD`, as registered. */
  birthDate: string;
}

/**
 * Why the club rejects a document for this account; null when it is accepted. Compares the stated name, the registered
 * birth date, and the house's admission rule as of today. `rule` is null when the house has none.
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
