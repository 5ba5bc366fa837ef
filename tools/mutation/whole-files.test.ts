import { expect, test } from 'vitest';
import { wholeFiles } from './whole-files.ts';

test('tests are replaced by their files, each once', () => {
  expect(wholeFiles(['a/b.test.ts#one > two # three', 'a/b.test.ts#four', 'c.test.ts#five'])).toEqual([
    'a/b.test.ts#',
    'c.test.ts#',
  ]);
});

test('all tests stay all tests, none stay none', () => {
  expect(wholeFiles(undefined)).toBeUndefined();
  expect(wholeFiles([])).toEqual([]);
});
