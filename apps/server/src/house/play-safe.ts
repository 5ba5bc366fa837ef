import { join } from 'node:path';
import { z } from 'zod';
import { LANGUAGES, type LanguageCode, languageOfTag } from '../languages.ts';
import { readJsonFile } from '../process/json-file.ts';

const OWN_FILE = join(import.meta.dirname, 'play-safe.json');

const Section = z.strictObject({
  title: z.string().trim().min(1).max(120),
  paragraphs: z.array(z.string().trim().min(1).max(1_000)).min(1).max(20),
});
const Sections = z.array(Section).min(1).max(20);
const File = z.strictObject(
  Object.fromEntries(LANGUAGES.map((code) => [code, Sections])) as Record<LanguageCode, typeof Sections>,
);

/** Text about what playing costs, signs of harm, and what helps, in all languages. */
export type PlaySafeTexts = z.infer<typeof File>;

/**
 * Reads the texts from a file. Null reads the built-in ones. Throws an error of one line with the file and the fault,
 * also if a language is missing.
 */
export function readPlaySafe(path: string | null): Promise<PlaySafeTexts> {
  return readJsonFile('texts about playing safely', path ?? OWN_FILE, File);
}

/** The text in a language, in English where the club lacks it. */
export function playSafeIn(texts: PlaySafeTexts, locale: string | undefined) {
  const code = (locale === undefined ? null : languageOfTag(locale)) ?? 'en';
  return { locale: code, sections: texts[code] };
}
