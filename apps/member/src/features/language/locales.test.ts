import { LANGUAGES } from '@tercet/contract/languages.ts';
import { describe, expect, it } from 'vitest';
import { chooseLocale } from './locales.ts';

const offered = LANGUAGES.map(({ code }) => code);

describe('the choice of a language', () => {
  it('is the member’s, then the browser’s, then the house’s', () => {
    expect(chooseLocale({ member: 'ko', browser: ['ar'], house: 'mn' }, offered)).toBe('ko');
    expect(chooseLocale({ member: null, browser: ['fr', 'ar-EG'], house: 'mn' }, offered)).toBe('ar');
    expect(chooseLocale({ member: null, browser: ['fr'], house: 'mn' }, offered)).toBe('mn');
    expect(chooseLocale({ member: null, browser: ['fr'], house: null }, offered)).toBeNull();
  });

  it('skips languages that are not offered yet', () => {
    expect(chooseLocale({ member: 'ko', browser: ['en-GB'], house: 'mn' }, ['en'])).toBe('en');
  });

  it('takes traditional Chinese by script or region, and no other Chinese for it', () => {
    for (const tag of ['zh-Hant', 'zh-TW', 'zh-hk']) {
      expect(chooseLocale({ member: null, browser: [tag], house: null }, offered)).toBe('zh-Hant');
    }
    expect(chooseLocale({ member: null, browser: ['zh-CN', 'zh'], house: null }, offered)).toBeNull();
  });
});
