import { LANGUAGES, type Language, type LanguageCode } from '@tercet/contract/languages.ts';

export type { LanguageCode };

/** Texts by language. A language without texts may be missing. */
export type Texts<Field extends string> = Readonly<Partial<Record<LanguageCode, Readonly<Record<Field, string>>>>>;

export function memberLanguage(code: string): Language {
  return LANGUAGES.find((one) => one.code === code) ?? LANGUAGES[4];
}

/** Languages with any text, in display order. */
export function writtenIn<Field extends string>(texts: Texts<Field>): LanguageCode[] {
  return LANGUAGES.map(({ code }) => code).filter((code) => isWritten(texts[code]));
}

function isWritten(words: Readonly<Record<string, string>> | undefined): boolean {
  return words !== undefined && Object.values(words).some((text) => text.trim() !== '');
}

/** Text for a reader: in their language, else the house's, else English, else any. Null if there is none. */
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

/** The texts as stored: without empty ones. */
export function onlyWritten<Field extends string>(texts: Texts<Field>): Record<string, Record<Field, string>> {
  return Object.fromEntries(writtenIn(texts).map((code) => [code, { ...(texts[code] as Record<Field, string>) }]));
}
