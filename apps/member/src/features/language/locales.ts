/** The languages of the club, each in its own name. One is offered once its file is there. */
export const languages = [
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

export type Language = (typeof languages)[number];
export type LocaleCode = Language['code'];

export const LAST_RESORT: LocaleCode = 'en';

export function languageOf(code: string): Language | null {
  return languages.find((language) => language.code === code) ?? null;
}

/** Traditional script is asked for by script or by region; a plain `zh` is not read as traditional. */
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

/** The order of choice: the member's, the browser's, the house's; the first that is on offer. */
export function chooseLocale(wishes: Wishes, offered: readonly LocaleCode[]): LocaleCode | null {
  const wanted = [wishes.member ?? '', ...wishes.browser.map(codeOfTag), wishes.house ?? ''];
  for (const code of wanted) {
    const found = offered.find((item) => item === code);
    if (found !== undefined) return found;
  }
  return null;
}
