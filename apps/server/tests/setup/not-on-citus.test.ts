import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXCUSED } from './not-on-citus.ts';

test.each(Object.entries(EXCUSED))('%s has the tests that a cluster is excused from', (file, excuses) => {
  const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  expect(Object.keys(excuses).filter((name) => !text.includes(`test('${name}'`))).toEqual([]);
});
