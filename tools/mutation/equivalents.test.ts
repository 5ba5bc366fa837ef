import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareWithList, type Equivalent, nameOf, parseEquivalents, readEquivalents } from './equivalents.ts';
import type { Mutant } from './mutant.ts';
import { TARGETS } from './targets.ts';

const FILE = 'packages/money/src/parse.ts';
const REASON = 'The cache is only a cache: without it the result is made again.';

function mutant(over: Partial<Mutant> = {}): Mutant {
  return {
    file: FILE,
    line: 7,
    lineText: 'if (a > b) return c;',
    mutator: 'EqualityOperator',
    code: 'a > b',
    replacement: 'a >= b',
    status: 'survived',
    ...over,
  };
}

function entry(over: Partial<Equivalent> = {}): Equivalent {
  return { file: FILE, line: 'if (a > b) return c;', code: 'a > b', replacement: 'a >= b', reason: REASON, ...over };
}

describe('compareWithList', () => {
  test('a listed survivor is in order, on whatever line it is now', () => {
    expect(compareWithList([mutant({ line: 99 })], [entry()], [FILE])).toEqual({ unlisted: [], stale: [] });
  });

  test.each<[what: string, over: Partial<Mutant>]>([
    ['another replacement', { replacement: 'a < b' }],
    ['other code', { code: 'a > d', lineText: 'if (a > d) return c;' }],
    ['the same code on another line', { lineText: 'while (a > b) next();' }],
    ['another file', { file: 'packages/money/src/format.ts' }],
  ])('an entry does not cover %s', (_, over) => {
    const survivor = mutant(over);
    const { unlisted, stale } = compareWithList([survivor], [entry()], [FILE, survivor.file]);
    expect(unlisted).toEqual([survivor]);
    expect(stale.map(({ why }) => why)).toEqual(['is no longer in the code']);
  });

  test.each<[Mutant['status'], string | undefined]>([
    ['killed', 'is killed by the tests'],
    ['timeout', 'is killed by the tests'],
    ['survived', undefined],
    ['uncovered', undefined],
  ])('an entry whose mutant is %s', (status, why) => {
    expect(compareWithList([mutant({ status })], [entry()], [FILE]).stale[0]?.why).toBe(why);
  });

  test('mutants that look the same are counted', () => {
    const twins = [mutant(), mutant({ line: 20 })];
    expect(compareWithList(twins, [entry()], [FILE]).stale[0]?.why).toBe('survives 2 times, not 1');
    expect(compareWithList(twins, [entry({ times: 2 })], [FILE]).stale).toEqual([]);
    const oneKilled = [mutant(), mutant({ line: 20, status: 'killed' })];
    expect(compareWithList(oneKilled, [entry({ times: 2 })], [FILE]).stale[0]?.why).toBe('survives 1 times, not 2');
  });

  test('an entry that is listed twice is named', () => {
    expect(compareWithList([mutant()], [entry(), entry()], [FILE]).stale[0]?.why).toBe('is listed twice');
  });

  test('entries of files that were not run are left alone', () => {
    expect(compareWithList([], [entry()], ['packages/money/src/format.ts']).stale).toEqual([]);
  });
});

describe('parseEquivalents', () => {
  test('reads a list', () => {
    expect(parseEquivalents(JSON.stringify([entry({ times: 2 })]), 'list.json')).toEqual([entry({ times: 2 })]);
  });

  test.each<[what: string, list: unknown]>([
    ['no list', {}],
    ['no reason', [{ ...entry(), reason: undefined }]],
    ['a reason that says nothing', [entry({ reason: 'equivalent' })]],
    ['no code', [{ ...entry(), code: undefined }]],
    ['a count of one', [entry({ times: 1 })]],
    ['a count that is none', [entry({ times: 1.5 })]],
  ])('refuses %s', (_, list) => {
    expect(() => parseEquivalents(JSON.stringify(list), 'list.json')).toThrow('list.json');
  });
});

test('each list belongs to a target', () => {
  const names = TARGETS.map(({ folder }) => `${nameOf(folder)}.json`);
  const lists = globSync('equivalents/*.json', { cwd: import.meta.dirname }).map((path) => path.replace(/.*\//, ''));
  expect(names).toEqual(expect.arrayContaining(lists));
});

test.each(TARGETS)('the list of $folder is complete', ({ folder }) => {
  expect(() => readEquivalents(folder)).not.toThrow();
});

test.each(TARGETS)('each line that the list of $folder names is in the code', ({ folder }) => {
  const entries = readEquivalents(folder).filter(({ file }) => file.endsWith('.ts'));
  const linesOf = (file: string) => {
    const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
    return new Set(text.split('\n').map((line) => line.trim()));
  };
  const files = new Map([...new Set(entries.map(({ file }) => file))].map((file) => [file, linesOf(file)]));
  expect(entries.filter(({ file, line }) => !files.get(file)?.has(line))).toEqual([]);
});
