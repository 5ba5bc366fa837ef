import { expect, test } from 'vitest';
import { sampleOf } from '../../../../packages/fair/tests/sample.ts';
import { LETTERS_MAX, withoutWordSigns } from '../word-signs.ts';
import { leadsMoneyOut } from './money-words.ts';
import { plainOf } from './text-views.ts';

const BLOCK = 0x100;
/** First characters of Unicode's blocks of 256. `npm test` tries some, and the block of the words in one sign. */
const BLOCKS = Array.from({ length: 0x110000 / BLOCK }, (_, index) => index * BLOCK);
const CHARACTERS = [0xfd00, ...sampleOf(BLOCKS, 600)].flatMap((block) =>
  Array.from({ length: BLOCK }, (_, index) => String.fromCodePoint(block + index)),
);

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
