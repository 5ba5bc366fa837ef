import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StatementLine } from '../ledger/statement-lines.ts';
import { CSV_HEAD, csvOf, textCell } from './csv.ts';

const LINE: StatementLine = {
  ref: '019a1f9e-4b11-7b11-8f2c-0123456789ab',
  kind: 'stake',
  day: '2026-11-22',
  atMs: Date.parse('2026-11-22T01:09:47.123Z'),
  amount: 510n,
  availableDelta: -510n,
  heldDelta: 0n,
  availableAfter: 9_490n,
  heldAfter: 7n,
  heldFor: null,
};

test('a line is written by RFC 4180, its numbers plain', () => {
  expect(csvOf([LINE], { currency: 'EUR', exponent: 2, describe: () => 'Stake: "Half, Minute"' })).toBe(
    '2026-11-22T01:09:47.123Z,stake,"Stake: ""Half, Minute""",-5.10,-510,0.00,0,94.90,9490,0.07,7,EUR,019a1f9e-4b11-7b11-8f2c-0123456789ab\r\n',
  );
  expect(csvOf([LINE], { currency: 'JPY', exponent: 0, describe: () => '' })).toContain(',-510,-510,');
  expect(csvOf([LINE], { currency: 'KWD', exponent: 3, describe: () => '' })).toContain(',-0.510,-510,');
});

test('the file begins with the mark of UTF-8 and names its columns', () => {
  expect(CSV_HEAD).toBe(
    '\ufefftime,kind,description,amount,amount_minor,held,held_minor,balance,balance_minor,held_balance,held_balance_minor,currency,reference\r\n',
  );
});

describe('a cell of text', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['  =1+1', "'  =1+1"],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['a=b', 'a=b'],
    ['a\nb', '"a\nb"'],
    ['Stake', 'Stake'],
    ['', ''],
  ])('%j is written %j', (text, cell) => {
    expect(textCell(text)).toBe(cell);
  });

  test('is never one that a spreadsheet would run, and reads back as it was', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', ' ', '"', ',', 'a', '\n', "'") }),
        (text) => {
          const cell = textCell(text);
          const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
          expect(read).not.toMatch(/^\s*[=+\-@]/);
          expect(read === text || read === `'${text}`).toBe(true);
        },
      ),
    );
  });
});
