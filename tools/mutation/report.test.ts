import { describe, expect, test } from 'vitest';
import type { Mutant, MutantStatus } from './mutant.ts';
import { countByFile, faultsOf, rowOf, survivorsOf, tableOf } from './report.ts';

function mutants(file: string, statuses: MutantStatus[]): Mutant[] {
  return statuses.map((status, index) => ({
    file,
    line: index + 1,
    lineText: `line ${index}`,
    mutator: 'EqualityOperator',
    code: 'a > b',
    replacement: 'a >= b',
    status,
  }));
}

const SIX: MutantStatus[] = ['killed', 'killed', 'timeout', 'survived', 'uncovered', 'ignored'];
const NOTHING = { unlisted: [], stale: [] };

test('what is killed or runs into a timeout is noticed; what is ignored does not count', () => {
  expect(rowOf('all', mutants('a/b.ts', SIX))).toEqual({
    ...{ file: 'all', killed: 2, timeout: 1, survived: 1, uncovered: 1, ignored: 1 },
    score: 60,
  });
});

test('without mutants there is no score', () => {
  expect(rowOf('all', mutants('a/b.ts', ['ignored'])).score).toBeNull();
});

test('files are counted by themselves, in order', () => {
  const rows = countByFile([...mutants('a/c.ts', ['killed']), ...mutants('a/b.ts', ['survived', 'killed'])]);
  expect(rows.map(({ file, score }) => [file, score])).toEqual([
    ['a/b.ts', 50],
    ['a/c.ts', 100],
  ]);
});

test('the table shows each file without the folder, and all of them', () => {
  const all = [...mutants('a/b.ts', ['survived', 'killed']), ...mutants('a/long-name.ts', ['killed'])];
  expect(tableOf(countByFile(all), rowOf('all', all), 'a')).toBe(
    [
      'file          killed  survived  no coverage  timeout  ignored  score',
      'b.ts               1         1            0        0        0   50.0',
      'long-name.ts       1         0            0        0        0  100.0',
      'all                2         1            0        0        0   66.7',
    ].join('\n'),
  );
});

describe('faultsOf', () => {
  const total = (score: number | null) => ({ ...rowOf('all', []), score });

  test('none where the score is reached and all survivors are listed', () => {
    expect(faultsOf(total(95), 95, NOTHING)).toEqual([]);
  });

  test('a score below the smallest, or none', () => {
    expect(faultsOf(total(94.99), 95, NOTHING)).toEqual(['the score is 95.0 %, below 95 %']);
    expect(faultsOf(total(null), 95, NOTHING)).toEqual(['there is nothing to mutate']);
  });

  test('survivors that are not listed, and entries that do not fit, however good the score', () => {
    const [survivor] = mutants('a/b.ts', ['survived']);
    const stale = { file: 'a/b.ts', line: 'l', code: 'c'.repeat(200), replacement: 'd', reason: 'r' };
    const faults = faultsOf(total(99), 95, {
      unlisted: survivor ? [survivor] : [],
      stale: [{ entry: stale, why: 'is killed by the tests' }],
    });
    expect(faults).toEqual([
      'a/b.ts:1 survived (EqualityOperator): a > b → a >= b',
      `listed as equivalent but is killed by the tests: a/b.ts: ${'c'.repeat(99)}… → d`,
    ]);
  });
});

test('survivors are reported as entries of the list: equal ones once, with their number and the known reason', () => {
  const twins = mutants('a/b.ts', ['survived', 'uncovered']).map((one) => ({ ...one, lineText: 'same' }));
  const alone = mutants('a/c.ts', ['survived', 'killed']);
  const entry = { file: 'a/b.ts', line: 'same', code: 'a > b', replacement: 'a >= b', times: 2, reason: 'known' };
  expect(survivorsOf([...twins, ...alone], [entry])).toEqual([
    entry,
    { file: 'a/c.ts', line: 'line 0', code: 'a > b', replacement: 'a >= b', reason: '' },
  ]);
});
