/** Words with the tag that numbers and months are written by. */
export interface Language<Words> {
  /** A BCP 47 tag: that of the words. */
  locale: string;
  direction: 'ltr' | 'rtl';
  words: Words;
}

/** What a reader wishes for: a language that he asked for, the browser's, and the house's. */
export interface Wishes {
  asked: string | undefined;
  acceptLanguage: string | undefined;
  house: string;
}

const RIGHT_TO_LEFT = new Set(['ar']);

/** The language asked for, else the browser's, else the house's; the first that there are words in, else English. */
export function chooseAmong<Words>(
  all: Readonly<Record<string, Words>> & { en: Words },
  { asked, acceptLanguage, house }: Wishes,
): Language<Words> {
  const tags = asked === undefined ? tagsOf(acceptLanguage ?? '') : [asked];
  for (const tag of [...tags, house]) {
    const code = tag.toLowerCase().split('-', 1)[0] ?? '';
    const words = Object.hasOwn(all, code) ? all[code] : undefined;
    if (words) return languageOf(code, words);
  }
  return languageOf('en', all.en);
}

export function languageOf<Words>(code: string, words: Words): Language<Words> {
  return { locale: code, direction: RIGHT_TO_LEFT.has(code) ? 'rtl' : 'ltr', words };
}

/** The tags of an `Accept-Language` header, the most wanted first. */
function tagsOf(header: string): string[] {
  return header
    .split(',')
    .slice(0, 20)
    .map((one, index) => {
      const [tag = '', ...parameters] = one.trim().split(/\s*;\s*/);
      const quality = parameters.map((parameter) => /^q=([01](?:\.\d{1,3})?)$/.exec(parameter)?.[1]).find(Boolean);
      return { tag, index, quality: Number(quality ?? 1) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality || a.index - b.index)
    .map(({ tag }) => tag);
}
