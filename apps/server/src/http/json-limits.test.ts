import { expect, test } from 'vitest';
import { exceedsJsonLimits } from './json-limits.ts';

const list = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

test.each([
  ['nothing', ''],
  ['a form', '{"texts":{"en":{"offers":"a, b, [c]"}},"after":1}'],
  ['the deepest', list(16)],
  ['the most values', `[${'1,'.repeat(4_999)}1]`],
  ['commas and brackets in a text', JSON.stringify({ text: '[,{'.repeat(10_000) })],
  ['quotes and backslashes in a text', JSON.stringify({ text: '\\"[,'.repeat(10_000) })],
  ['lists one after the other', `[${Array.from({ length: 100 }, () => '[]').join(',')}]`],
])('%s may be a form', (_, json) => {
  expect(exceedsJsonLimits(json)).toBe(false);
});

test.each([
  ['lists too deep', list(17)],
  ['tables too deep', `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`],
  ['one value too many', `[${'1,'.repeat(5_000)}1]`],
  ['names too many', `{${Array.from({ length: 5_001 }, (_, n) => `"a${n}":1`).join(',')}}`],
  ['lists without an end', '['.repeat(1_000_000)],
  ['lists behind a text', `{"text":"\\\\","a":${list(17)}}`],
])('%s are no form', (_, json) => {
  expect(exceedsJsonLimits(json)).toBe(true);
});
