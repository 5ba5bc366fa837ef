import { describe, expect, test } from 'vitest';
import { languagesWanted } from './languages.ts';

describe('what a reader is written to in', () => {
  test.each([
    ['ko', 'ar, en;q=0.5', ['ko', 'ar', 'en']],
    [null, 'en;q=0.5, mn-MN', ['mn', 'en']],
    [null, 'zh-TW, zh-CN', ['zh-Hant']],
    ['zh-Hant', 'zh-HK', ['zh-Hant']],
    ['ar', 'ar-EG, ar', ['ar']],
    [null, 'fr, de;q=0.9', []],
    [null, 'ja;q=0, *', []],
    [null, undefined, []],
  ])('%j and %j make %j', (own, header, wanted) => {
    expect(languagesWanted(own, header)).toEqual(wanted);
  });
});
