import { describe, expect, test } from 'vitest';
import { areChaptersFit, chaptersOf } from './chapters.ts';

const chapter = (atMs: number, title = 'x') => ({ atMs, title });

describe('the chapters of a title', () => {
  test('are read in the language of the other texts, else in the house’s, else in any', () => {
    const texts = { en: { chapters: [chapter(0, 'Sea')] }, mn: { chapters: [chapter(0, 'Далай')] }, ko: {} };
    expect(chaptersOf(texts, 'en', 'mn')).toEqual([chapter(0, 'Sea')]);
    expect(chaptersOf(texts, 'ko', 'mn')).toEqual([chapter(0, 'Далай')]);
    expect(chaptersOf({ en: texts.en, ko: { chapters: [] } }, 'ko', 'mn')).toEqual([chapter(0, 'Sea')]);
    expect(chaptersOf({ ko: {} }, 'ko', 'mn')).toEqual([]);
  });

  test('start one after the other, inside the film', () => {
    expect(areChaptersFit([chapter(0), chapter(1), chapter(60_000)], 60_001)).toBe(true);
    expect(areChaptersFit([chapter(0), chapter(60_000)], 60_000)).toBe(false);
    expect(areChaptersFit([chapter(0), chapter(60_000)], null)).toBe(true);
    expect(areChaptersFit([chapter(5), chapter(5)], null)).toBe(false);
    expect(areChaptersFit([chapter(5), chapter(4)], null)).toBe(false);
    expect(areChaptersFit([], 1)).toBe(true);
  });
});
