import { expect, test } from 'vitest';
import { chooseFiles } from './file-choice.ts';
import type { Usage } from './usage.ts';

const POST = { name: 'ledger.post', schema: 'ledger' };
const NO_KILLS = new Map<string, number>();

function usage(
  files: Record<string, number>,
  calls: Record<string, number> = { 'ledger.post': 3 },
): Map<string, Usage> {
  return new Map(Object.entries(files).map(([path, seconds]) => [path, { hash: path, seconds, calls }]));
}

test('only files that call the function are chosen', () => {
  const files = new Map([
    ...usage({ 'a.test.ts': 1 }),
    ...usage({ 'b.test.ts': 1 }, { 'ledger.write': 9, 'ledger.post': 0 }),
  ]);
  expect(chooseFiles(POST, files, NO_KILLS)).toEqual(['a.test.ts']);
});

test('a function is found by its name where several have it', () => {
  expect(chooseFiles({ ...POST, name: 'ledger.post(a integer)' }, usage({ 'a.test.ts': 1 }), NO_KILLS)).toEqual([
    'a.test.ts',
  ]);
});

test('those of the folder of its schema come first, then the short ones', () => {
  const files = usage({ 'x/long.test.ts': 4, 'x/short.test.ts': 2, 'apps/server/tests/ledger/own.test.ts': 3 });
  expect(chooseFiles(POST, files, NO_KILLS)).toEqual([
    'apps/server/tests/ledger/own.test.ts',
    'x/short.test.ts',
    'x/long.test.ts',
  ]);
});

test('those that killed the most for their time come before all others', () => {
  const files = usage({ 'x/a.test.ts': 2, 'x/b.test.ts': 2, 'apps/server/tests/ledger/own.test.ts': 2 });
  expect(chooseFiles(POST, files, new Map([['x/b.test.ts', 7]]))[0]).toBe('x/b.test.ts');
});

test('three are chosen however long they take, more while there is time', () => {
  const long = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.test.ts`, 80]));
  expect(chooseFiles(POST, usage(long), NO_KILLS)).toHaveLength(3);
  const short = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${index}.test.ts`, 2]));
  expect(chooseFiles(POST, usage(short), NO_KILLS)).toHaveLength(45);
});
