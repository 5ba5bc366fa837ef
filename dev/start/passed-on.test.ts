import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PASSED_ON } from './passed-on.ts';

const ROOT = join(import.meta.dirname, '../..');
const namesIn = (text: string): Set<string> => new Set(text.match(/\bTERCET_[A-Z0-9_]+\b/g));
/** What `npm start` reads itself, and what it tells the server, whatever its environment says. */
const ITS_OWN = namesIn(['options', 'club', 'sandbox'].map((name) => read(`dev/start/${name}.ts`)).join('\n'));
/** Of servers on machines of their own, whose README paragraph says so. */
const FOR_SEVERAL_MACHINES = ['TERCET_APP_URL', 'TERCET_OWNER_URL', 'TERCET_LISTEN_URL', 'TERCET_SLIPS_URL'];

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

test('every variable that the README lists reaches the server that `npm start` starts', () => {
  const [, chapter = ''] = /^## Configuration$([\s\S]*?)^## /m.exec(read('README.md')) ?? [];
  const told = namesIn(chapter);
  expect(told.size).toBeGreaterThan(40);
  const known = new Set([...PASSED_ON, ...ITS_OWN, ...FOR_SEVERAL_MACHINES]);
  expect([...told].filter((name) => !known.has(name))).toEqual([]);
});

test('where `npm start` chooses a setting that the README gives a default, the README says so', () => {
  expect(read('dev/start/club.ts')).toContain("TERCET_DRAIN_SECONDS: '0'");
  expect(read('README.md')).toMatch(/`TERCET_DRAIN_SECONDS` \(3; with `npm start`\s+always 0\)/);
});
