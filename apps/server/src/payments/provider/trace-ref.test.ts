import { expect, test } from 'vitest';
import { readTraceRef } from './trace-ref.ts';

test.each([
  ['74537604221222132710572', '74537604221222132710572'],
  ['  021 000  021 ', '021 000 021'],
  ['O-20261121/ab.c:1_2', 'O-20261121/ab.c:1_2'],
  ['A'.repeat(64), 'A'.repeat(64)],
])('%j is kept as %j', (typed, kept) => {
  expect(readTraceRef(typed)).toBe(kept);
});

test.each([
  ...['', ' ', '-1', 'A'.repeat(65), `${' '.repeat(1_000)}A`, 'line\none', 'nul\0', 'tab\tbed'],
  ...['<b>1</b>', '=1+1', '\u202e123', 'ссылка', '\ud83d', null, undefined, 7, {}, ['1']],
])('%j is no reference', (value) => {
  expect(readTraceRef(value)).toBe(undefined);
});
