/** The languages that members read, each in its own name; the console itself speaks fewer. */
export const MEMBER_LANGUAGES = [
  { code: 'mn', name: 'Монгол', dir: 'ltr' },
  { code: 'tg', name: 'Тоҷикӣ', dir: 'ltr' },
  { code: 'ar', name: 'العربية', dir: 'rtl' },
  { code: 'ko', name: '한국어', dir: 'ltr' },
  { code: 'en', name: 'English', dir: 'ltr' },
  { code: 'es', name: 'Español', dir: 'ltr' },
  { code: 'hy', name: 'Հայերեն', dir: 'ltr' },
  { code: 'vi', name: 'Tiếng Việt', dir: 'ltr' },
  { code: 'ms', name: 'Bahasa Melayu', dir: 'ltr' },
  { code: 'th', name: 'ไทย', dir: 'ltr' },
  { code: 'zh-Hant', name: '繁體中文', dir: 'ltr' },
  { code: 'ja', name: '日本語', dir: 'ltr' },
] as const;

export type MemberLanguage = (typeof MEMBER_LANGUAGES)[number];
export type LanguageCode = MemberLanguage['code'];

/** Something in words, by language; a language that nothing is written in may be missing. */
export type Texts<Field extends string> = Readonly<Partial<Record<LanguageCode, Readonly<Record<Field, string>>>>>;

export function memberLanguage(code: string): MemberLanguage {
  return MEMBER_LANGUAGES.find((one) => one.code === code) ?? MEMBER_LANGUAGES[4];
}

/** Those in which something is written, in the order of the list. */
export function writtenIn<Field extends string>(texts: Texts<Field>): LanguageCode[] {
  return MEMBER_LANGUAGES.map(({ code }) => code).filter((code) => isWritten(texts[code]));
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
