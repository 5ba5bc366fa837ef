import { chooseAmong, type LanguageCode, languageOf, type Language as Spoken, type Wishes } from '../languages.ts';
import ar from './words/ar.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import hy from './words/hy.json' with { type: 'json' };
import ja from './words/ja.json' with { type: 'json' };
import ko from './words/ko.json' with { type: 'json' };
import mn from './words/mn.json' with { type: 'json' };
import ms from './words/ms.json' with { type: 'json' };
import tg from './words/tg.json' with { type: 'json' };
import th from './words/th.json' with { type: 'json' };
import vi from './words/vi.json' with { type: 'json' };
import zhHant from './words/zh-Hant.json' with { type: 'json' };

/** The words of what leaves the app as a file. */
export type Words = typeof en;
export type Language = Spoken<Words>;

const WORDS: Record<LanguageCode, Words> = { ar, en, es, hy, ja, ko, mn, ms, tg, th, vi, 'zh-Hant': zhHant };

/** The language asked for, else the browser's, else the house's; the first that there are words in, else English. */
export function chooseLanguage(wishes: Wishes): Language {
  return chooseAmong<Words>(WORDS, wishes);
}

/** All languages that there are words in. */
export function allLanguages(): Language[] {
  return Object.entries(WORDS).map(([code, words]) => languageOf<Words>(code, words));
}

/** Puts values into the places that a sentence has for them. */
export function fill(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
