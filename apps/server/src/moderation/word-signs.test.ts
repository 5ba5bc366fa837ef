import { expect, test } from 'vitest';
import { LETTERS_MAX, withoutWordSigns } from '../word-signs.ts';
import { leadsMoneyOut } from './money-words.ts';
import { plainOf } from './text-views.ts';

const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));

test('no character makes a judged text more than four times as long', () => {
  const long = CHARACTERS.filter((one) => withoutWordSigns(one).normalize('NFKC').length > LETTERS_MAX * one.length);
  expect(long).toEqual([]);
  const judged = CHARACTERS.filter((one) => plainOf(one).length > LETTERS_MAX * one.length);
  expect(judged).toEqual([]);
});

test('a sign for a word parts the words beside it, and hides none', () => {
  expect(plainOf('a\ufdfab')).toBe('a b');
  expect(leadsMoneyOut('\ufdfaDE89 3704 0044 0532 0130 00\ufdfa')).toBe(true);
});
