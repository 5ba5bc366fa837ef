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

/** Texts of files that leave the app. */
export type Words = typeof en;
export type Language = Spoken<Words>;

const WORDS: Record<LanguageCode, Words> = { ar, en, es, hy, ja, ko, mn, ms, tg, th, vi, 'zh-Hant': zhHant };

/**
 * Chooses the requested language, else the browser's, else the house's, else English. Skips languages without texts.
 */
export function chooseLanguage(wishes: Wishes): Language {
  return chooseAmong<Words>(WORDS, wishes);
}

/** All languages with texts. */
export function allLanguages(): Language[] {
  return Object.entries(WORDS).map(([code, words]) => languageOf<Words>(code, words));
}

/** Fills the placeholders of a sentence; unknown ones stay. */
export function fill(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
