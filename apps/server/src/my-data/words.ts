import { chooseAmong, type Language, type LanguageCode, type Wishes } from '../languages.ts';
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

/** Texts of the page with a member's data. */
export type PageWords = typeof en;
export type PageLanguage = Language<PageWords>;

const WORDS: Record<LanguageCode, PageWords> = { ar, en, es, hy, ja, ko, mn, ms, tg, th, vi, 'zh-Hant': zhHant };

/**
 * Chooses the requested language, else the browser's, else the house's, else English. Skips languages without texts.
 */
export function choosePageLanguage(wishes: Wishes): PageLanguage {
  return chooseAmong<PageWords>(WORDS, wishes);
}
