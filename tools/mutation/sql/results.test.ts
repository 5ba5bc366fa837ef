import { join } from 'node:path';
import { temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { afterAll, expect, test } from 'vitest';
import { openResults } from './results.ts';
import type { Usage } from './usage.ts';

const folder = temporaryFolder('tercet-results-');
afterAll(() => folder.remove());

const usage = (hashes: Record<string, string>) =>
  new Map(Object.entries(hashes).map(([path, hash]): [string, Usage] => [path, { hash, seconds: 1, calls: {} }]));
const NOW = usage({ 'a.test.ts': '1', 'b.test.ts': '1' });
const BOTH = ['a.test.ts', 'b.test.ts'];

function pathOf(name: string): string {
  return join(folder.path, `${name}.json`);
}

test('a result is kept for the next run, unless all are to be found anew', () => {
  openResults(pathOf('kept'), false).add('f', 'select 1', BOTH, NOW, 'survived');
  expect(openResults(pathOf('kept'), false).find('select 1', BOTH, NOW)).toBe('survived');
  expect(openResults(pathOf('kept'), true).find('select 1', BOTH, NOW)).toBeNull();
});

test('another change of the function has a result of its own', () => {
  const results = openResults(pathOf('other'), false);
  results.add('f', 'select 1', BOTH, NOW, 'survived');
  expect(results.find('select 2', BOTH, NOW)).toBeNull();
});

test('a survivor is run again when one of its files has changed, or another is to be run', () => {
  const results = openResults(pathOf('survivor'), false);
  results.add('f', 'select 1', BOTH, NOW, 'survived');
  expect(results.find('select 1', BOTH, usage({ 'a.test.ts': '1', 'b.test.ts': '2' }))).toBeNull();
  expect(results.find('select 1', [...BOTH, 'c.test.ts'], NOW)).toBeNull();
  expect(results.find('select 1', ['a.test.ts'], NOW)).toBe('survived');
});

test('what was killed is run again when the file that killed it has changed', () => {
  const results = openResults(pathOf('killed'), false);
  results.add('f', 'select 1', ['a.test.ts'], NOW, 'killed');
  expect(results.find('select 1', BOTH, usage({ 'a.test.ts': '1', 'b.test.ts': '2' }))).toBe('killed');
  expect(results.find('select 1', BOTH, usage({ 'a.test.ts': '2', 'b.test.ts': '1' }))).toBeNull();
});

test('kills are counted by function and file, those of earlier runs too', () => {
  const first = openResults(pathOf('kills'), false);
  first.add('f', 'select 1', ['a.test.ts'], NOW, 'killed');
  first.add('f', 'select 2', ['a.test.ts'], NOW, 'killed');
  first.add('g', 'select 3', ['b.test.ts'], NOW, 'killed');
  first.add('f', 'select 4', BOTH, NOW, 'survived');
  expect([...openResults(pathOf('kills'), false).killsOf('f')]).toEqual([['a.test.ts', 2]]);
  expect([...first.killsOf('h')]).toEqual([]);
});
