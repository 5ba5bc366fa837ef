import { Refusal } from '../refusal.ts';
import { anyHasSexualWords } from './sexual-words.ts';

/** A host's name and description by language. */
export type HostTexts = Readonly<Record<string, { name: string; about: string }>>;

/** Throws `words-sexual`, even if the texts have other faults. */
export async function refuseSexualWords(texts: HostTexts): Promise<void> {
  const isBad = await anyHasSexualWords(Object.values(texts).flatMap(({ name, about }) => [name, about]));
  if (isBad) throw new Refusal('words-sexual', {}, { texts: 'words-sexual' });
}

/** Length limits of a report and of its answer. */
export const REPORT_WORDS = { min: 10, max: 2_000 } as const;

/** A visible character; invisible ones do not count. */
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}]/gu;

/** A report's text as stored: 10 to 2000 characters. Throws `words-bad`. */
export function readReportWords(typed: string): string {
  const words = typed.trim().toWellFormed();
  const isShort = (words.match(SEEN) ?? []).length < REPORT_WORDS.min;
  if (isShort || [...words].length > REPORT_WORDS.max || words.includes('\0')) {
    throw new Refusal('words-bad', REPORT_WORDS, { words: 'words-bad' });
  }
  return words;
}
