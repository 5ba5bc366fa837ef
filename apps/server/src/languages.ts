/** The club's languages by BCP 47 tag. */
export const LANGUAGES = ['mn', 'tg', 'ar', 'ko', 'en', 'es', 'hy', 'vi', 'ms', 'th', 'zh-Hant', 'ja'] as const;

export type LanguageCode = (typeof LANGUAGES)[number];

/**
 * The reader's languages, preferred first: the member's own, if set, then those of an `Accept-Language` header.
 * Languages that the club lacks are left out.
 */
export function languagesWanted(own: string | null, acceptLanguage: string | undefined): LanguageCode[] {
  const tags = [own ?? '', ...acceptedTags(acceptLanguage ?? '')];
  const found = tags.map(languageOfTag).filter((code) => code !== null);
  return [...new Set(found)];
}

/** The text in the reader's preferred language, else the house's, else English, else any; null if there is none. */
export function bestWords<Words>(
  texts: Readonly<Record<string, Words>>,
  languages: readonly LanguageCode[],
  house: string,
): Words | null {
  const tag = [...languages, house, 'en', ...Object.keys(texts)].find((one) => Object.hasOwn(texts, one));
  return tag === undefined ? null : (texts[tag] ?? null);
}

/**
 * The club's language of a tag; null if it has none. Traditional Chinese needs the script or a region; plain `zh` does
 * not match.
 */
export function languageOfTag(tag: string): LanguageCode | null {
  const lower = tag.toLowerCase();
  const code = /^zh-(hant|tw|hk|mo)\b/.test(lower) ? 'zh-Hant' : lower.split('-', 1)[0];
  return LANGUAGES.find((one) => one === code) ?? null;
}

const TAGS_MAX = 20;

/** The tags of an `Accept-Language` header, preferred first. */
export function acceptedTags(header: string): string[] {
  return header
    .split(',')
    .slice(0, TAGS_MAX)
    .map((one, index) => {
      const [tag = '', ...parameters] = one.split(';').map((part) => part.trim());
      const quality = parameters.map((parameter) => /^q=([01](?:\.\d{1,3})?)$/.exec(parameter)?.[1]).find(Boolean);
      return { tag, index, quality: Number(quality ?? 1) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality || a.index - b.index)
    .map(({ tag }) => tag);
}

/** Texts of a page, with the tag that formats numbers and months. */
export interface Language<Words> {
  /** BCP 47 tag of the texts. */
  locale: string;
  direction: 'ltr' | 'rtl';
  words: Words;
}

/** Sources of a reader's language: the one asked for, the browser's and the house's. */
export interface Wishes {
  requested: string | undefined;
  acceptLanguage: string | undefined;
  house: string;
}

const RIGHT_TO_LEFT = new Set(['ar']);

/** The first available of: the language asked for, else the browser's, else the house's, else English. */
export function chooseAmong<Words>(
  all: Readonly<Record<string, Words>> & { en: Words },
  { requested, acceptLanguage, house }: Wishes,
): Language<Words> {
  const tags = requested === undefined ? acceptedTags(acceptLanguage ?? '') : [requested];
  for (const tag of [...tags, house]) {
    const code = languageOfTag(tag);
    const words = code !== null && Object.hasOwn(all, code) ? all[code] : undefined;
    if (code !== null && words) return languageOf(code, words);
  }
  return languageOf('en', all.en);
}

export function languageOf<Words>(code: string, words: Words): Language<Words> {
  return { locale: code, direction: RIGHT_TO_LEFT.has(code) ? 'rtl' : 'ltr', words };
}
