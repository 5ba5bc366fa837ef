import { expect, it } from 'vitest';
import { readFunding, readPayer } from './payer.ts';

it('a payer’s name is tidied, and what is no name is none', () => {
  expect(readPayer('  ANA   PETROVA ')).toBe('ANA PETROVA');
  expect(readPayer('Ana\nPetrova')).toBe('Ana Petrova');
  for (const other of [undefined, null, 7, {}, '', '  ', '4111', '-', '\ud800', 'x'.repeat(101)]) {
    expect(readPayer(other)).toBeUndefined();
  }
});

it('charge cards are credit, and an unknown funding is none', () => {
  const read = (...texts: unknown[]) => texts.map(readFunding);
  expect(read('CREDIT', 'charge', 'Credit')).toEqual(['credit', 'credit', 'credit']);
  expect(read('DEBIT', 'DEFERRED_DEBIT', 'PREPAID')).toEqual(['debit', 'debit', 'prepaid']);
  expect(read('toString', '__proto__', '', 'gift', null, 1)).toEqual(Array(6).fill(undefined));
});
