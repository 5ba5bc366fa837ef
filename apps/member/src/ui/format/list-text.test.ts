import { expect, test } from 'vitest';
import { listText } from './list-text.ts';

test.each([
  ['en', 'A, B, 3'],
  ['mn', 'A, B, 3'],
  ['ar', 'A، B، 3'],
  ['zh-Hant', 'A、B、3'],
  ['ja', 'A、B、3'],
])('a list in %s has the comma of the language', (locale, text) => {
  expect(listText(locale, ['A', 'B', 3])).toBe(text);
});
