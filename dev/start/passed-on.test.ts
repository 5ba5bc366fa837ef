import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PASSED_ON } from './passed-on.ts';

const ROOT = join(import.meta.dirname, '../..');
const namesIn = (text: string): Set<string> => new Set(text.match(/\bTERCET_[A-Z0-9_]+\b/g));
/** Variables that `npm start` reads itself or sets for the server. */
const ITS_OWN = namesIn(['options', 'club', 'sandbox'].map((name) => read(`dev/start/${name}.ts`)).join('\n'));
/** Variables of servers on several machines. */
const FOR_SEVERAL_MACHINES = ['TERCET_APP_URL', 'TERCET_OWNER_URL', 'TERCET_LISTEN_URL', 'TERCET_SLIPS_URL'];

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

test('every variable of docs/configuration.md reaches the server that `npm start` starts', () => {
  const documented = namesIn(read('docs/configuration.md'));
  expect(documented.size).toBeGreaterThan(40);
  const known = new Set([...PASSED_ON, ...ITS_OWN, ...FOR_SEVERAL_MACHINES]);
  expect([...documented].filter((name) => !known.has(name))).toEqual([]);
});

test('where `npm start` replaces a default, docs/configuration.md gives both', () => {
  expect(read('dev/start/club.ts')).toContain("TERCET_DRAIN_SECONDS: '0'");
  expect(read('docs/configuration.md')).toContain('| `TERCET_DRAIN_SECONDS` | `3`; with `npm start` `0`, always |');
});
