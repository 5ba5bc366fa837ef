import { describe, expect, test } from 'vitest';
import { BadRequest, readRequest } from './request.ts';
import { TARGETS } from './targets.ts';

const partsOf = (...words: string[]) => readRequest(words).parts.map(({ target, part }) => [target.folder, part]);

describe('FOLDER', () => {
  test('without one, all are measured', () => {
    expect(partsOf()).toEqual(TARGETS.map(({ folder }) => [folder, folder]));
  });

  test.each([
    ['packages/money', 'packages/money', 'packages/money'],
    ['packages/money/', 'packages/money', 'packages/money'],
    ['packages/fair/src/bytes.ts', 'packages/fair', 'packages/fair/src/bytes.ts'],
    ['apps/server/src/ledger/liabilities', 'apps/server/src/ledger', 'apps/server/src/ledger/liabilities'],
    ['sql/ledger.post', 'sql', 'sql/ledger.post'],
  ])('%s', (word, folder, part) => {
    expect(partsOf(word)).toEqual([[folder, part]]);
  });

  test.each(['packages', 'packages/moneybags', 'apps/server/src', 'SQL', ''])('%j is not measured', (word) => {
    expect(() => readRequest([word])).toThrow(BadRequest);
  });
});

describe('options', () => {
  test('are read', () => {
    expect(readRequest(['sql', '--force', '--concurrency', '1'])).toMatchObject({ force: true, concurrency: 1 });
    expect(readRequest(['sql'])).toMatchObject({ force: false, tests: null, sample: null });
    expect(readRequest(['sql', '--sample', '2.5'])).toMatchObject({ sample: 2.5 });
    expect(readRequest(['sql', '--tests', 'a', '--tests', 'b'])).toMatchObject({ tests: ['a', 'b'] });
  });

  test.each([
    ['--concurrency', '3'],
    ['--concurrency', '0'],
    ['--concurrency', 'x'],
    ['--concurrency'],
    ['--sample', '0'],
    ['--sample', '101'],
    ['--sample', 'x'],
    ['--all'],
  ])('%s %s is refused', (...words) => {
    expect(() => readRequest(words)).toThrow(BadRequest);
  });
});
