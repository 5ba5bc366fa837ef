import { LANGUAGES, type Language, type LanguageCode } from '@tercet/contract/languages.ts';

export type { LanguageCode };

/** Something in words, by language; a language that nothing is written in may be missing. */
export type Texts<Field extends string> = Readonly<Partial<Record<LanguageCode, Readonly<Record<Field, string>>>>>;

export function memberLanguage(code: string): Language {
  return LANGUAGES.find((one) => one.code === code) ?? LANGUAGES[4];
}

/** Those in which something is written, in the order of the list. */
export function writtenIn<Field extends string>(texts: Texts<Field>): LanguageCode[] {
  return LANGUAGES.map(({ code }) => code).filter((code) => isWritten(texts[code]));
}

function isWritten(words: Readonly<Record<string, string>> | undefined): boolean {
  return words !== undefined && Object.values(words).some((text) => text.trim() !== '');
}

/** What somebody reads: his own language, else the house's, else English, else any. Null: nothing is written yet. */
export function readAs<Field extends string>(
  texts: Texts<Field>,
  language: LanguageCode,
  house: string,
): { language: LanguageCode; words: Readonly<Record<Field, string>> } | null {
  const written = writtenIn(texts);
  const found = [language, house, 'en', ...written].find((code) => written.some((one) => one === code));
  const words = found === undefined ? undefined : texts[found as LanguageCode];
  return words === undefined ? null : { language: found as LanguageCode, words };
}

/** What the server keeps by language: nothing of what is empty. */
export function onlyWritten<Field extends string>(texts: Texts<Field>): Record<string, Record<Field, string>> {
  return Object.fromEntries(writtenIn(texts).map((code) => [code, { ...(texts[code] as Record<Field, string>) }]));
}
