import { acceptedTags } from '../languages.ts';
import ar from './words/ar.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import ko from './words/ko.json' with { type: 'json' };
import th from './words/th.json' with { type: 'json' };

/** The words of what leaves the app as a file. */
export type Words = typeof en;

/** Words with the tag that numbers and months are written by. */
export interface Language {
  /** A BCP 47 tag. */
  locale: string;
  direction: 'ltr' | 'rtl';
  words: Words;
}

const WORDS: Record<string, Words> = { en, ar, th, ko };
const RIGHT_TO_LEFT = new Set(['ar']);
const ENGLISH = languageOf('en', en);

/** The language asked for, else the browser's, else the house's; the first that there are words in, else English. */
export function chooseLanguage(wishes: {
  asked: string | undefined;
  acceptLanguage: string | undefined;
  house: string;
}): Language {
  const tags = wishes.asked === undefined ? acceptedTags(wishes.acceptLanguage ?? '') : [wishes.asked];
  for (const tag of [...tags, wishes.house]) {
    const code = tag.toLowerCase().split('-', 1)[0] ?? '';
    const words = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
    if (words) return languageOf(code, words);
  }
  return ENGLISH;
}

/** All languages that there are words in. */
export function allLanguages(): Language[] {
  return Object.entries(WORDS).map(([code, words]) => languageOf(code, words));
}

/** Puts values into the places that a sentence has for them. */
export function fill(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

function languageOf(code: string, words: Words): Language {
  return { locale: code, direction: RIGHT_TO_LEFT.has(code) ? 'rtl' : 'ltr', words };
}
