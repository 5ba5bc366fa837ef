import { LANGUAGES, type Language, type LanguageCode } from '@tercet/contract/languages.ts';

export type LocaleCode = LanguageCode;

export const LAST_RESORT: LocaleCode = 'en';

export function languageOf(code: string): Language | null {
  return LANGUAGES.find((language) => language.code === code) ?? null;
}

/** Our code for a BCP 47 tag. Traditional Chinese needs a script or a region; plain `zh` is simplified. */
function codeOfTag(tag: string): string {
  const lower = tag.toLowerCase();
  if (/^zh-(hant|tw|hk|mo)\b/.test(lower)) return 'zh-Hant';
  return lower.split('-', 1)[0] ?? '';
}

interface Wishes {
  member: string | null;
  browser: readonly string[];
  house: string | null;
}

/** The first offered language by preference: the member's, the browser's, the house's. Null if none is offered. */
export function chooseLocale(wishes: Wishes, offered: readonly LocaleCode[]): LocaleCode | null {
  const wanted = [wishes.member ?? '', ...wishes.browser.map(codeOfTag), wishes.house ?? ''];
  for (const code of wanted) {
    const found = offered.find((item) => item === code);
    if (found !== undefined) return found;
  }
  return null;
}
