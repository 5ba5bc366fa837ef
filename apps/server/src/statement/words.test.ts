import { describe, expect, test } from 'vitest';
import { LEDGER_KINDS } from '../ledger/transfer-kinds.ts';
import { describeLine } from './describe.ts';
import { allLanguages, chooseLanguage, fill, type Words } from './words.ts';

const requested = (wishes: { requested?: string; acceptLanguage?: string; house?: string }) =>
  chooseLanguage({ requested: undefined, acceptLanguage: undefined, house: 'en', ...wishes }).locale;

/** All messages by their path. */
function messagesOf(tree: object, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, string | object]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : messagesOf(value, `${prefix}${key}.`),
  );
}

const placesIn = (message: string) => [...message.matchAll(/\{(\w+)\}/g)].map(([place]) => place).sort();

describe('the words of papers', () => {
  const languages = allLanguages();
  const english = new Map(messagesOf(languages.find(({ locale }) => locale === 'en')?.words ?? {}));

  test.each(languages.map(({ locale, words }) => [locale, words] as const))(
    'are all there in %s, with the same places for values',
    (locale, words) => {
      const own = new Map(messagesOf(words));
      expect([...own.keys()]).toEqual([...english.keys()]);
      for (const [key, message] of own) {
        expect(message.trim(), key).not.toBe('');
        expect(placesIn(message), key).toEqual(placesIn(english.get(key) ?? ''));
        const isShared = ['betOf'].includes(key);
        if (locale !== 'en' && !isShared) expect(message, key).not.toBe(english.get(key));
      }
    },
  );

  test.each(languages.map(({ locale, words }) => [locale, words] as const))(
    'name every kind in %s',
    (_, words: Words) => {
      for (const kind of LEDGER_KINDS)
        expect(describeLine({ kind, heldFor: null }, words, undefined)).toBe(words.kind[kind]);
    },
  );
});

describe('the language', () => {
  test('is the one asked for, else the browser’s most wanted, else the house’s, else English', () => {
    expect(requested({ requested: 'th', acceptLanguage: 'ar' })).toBe('th');
    expect(requested({ acceptLanguage: 'fr, ko;q=0.5, ar-EG;q=0.8' })).toBe('ar');
    expect(requested({ acceptLanguage: 'ko;q=0, fr', house: 'th' })).toBe('th');
    expect(requested({ requested: 'fr', acceptLanguage: 'ar', house: 'ko' })).toBe('ko');
    expect(requested({ requested: 'fr', house: 'fr' })).toBe('en');
    expect(requested({ acceptLanguage: 'zh-TW', house: 'en' })).toBe('zh-Hant');
    expect(requested({ requested: 'toString', house: '__proto__' })).toBe('en');
    expect(requested({ acceptLanguage: ',;q=x,,;' })).toBe('en');
  });
});

test('a value that looks like a place for another stays as it is', () => {
  expect(fill('{a} and {b}', { a: '{b}', b: 'x' })).toBe('{b} and x');
  expect(fill('{missing}', {})).toBe('{missing}');
});

test('lines of holds say what they were for', () => {
  const words = allLanguages().find(({ locale }) => locale === 'en')?.words as Words;
  expect(describeLine({ kind: 'post', heldFor: 'withdrawal' }, words, undefined)).toBe('Withdrawal paid out');
  expect(describeLine({ kind: 'post', heldFor: 'video' }, words, undefined)).toBe('Paid out of what was set aside');
  expect(describeLine({ kind: 'stake', heldFor: null }, words, { lottery: 'Swift', period: 7 })).toBe(
    'Stake: Swift, period 7',
  );
});
