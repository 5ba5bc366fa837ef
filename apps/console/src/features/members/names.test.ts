import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Members, hosts and staff appear by name, with their id to copy.

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), source: readFileSync(join(ROOT, path), 'utf8') }));

/** An id as the child of an element, as the fallback of a name, or in a text. */
const PERSON_ID = '(?:\\w+\\.)*(?:memberId|hostId|staffId|otherId)';
const BARE = [
  new RegExp(`>\\s*\\{${PERSON_ID}\\}\\s*<`),
  new RegExp(`(?:\\?\\?|\\|\\|) ${PERSON_ID}\\b(?! (?:===|\\?\\?))`),
  new RegExp(`cell: \\(\\{[^}]*\\}\\) => ${PERSON_ID}\\b`),
];

/** Shortened ids: each with its reason. */
const SHORT_IDS: Readonly<Record<string, string>> = {
  'features/members/member-filter.tsx': 'an empty list names no member',
  'features/members/member-link.tsx': 'the definition',
  'screens/audit/act-list.tsx': 'subjects of any kind, and members who are gone',
  'screens/purchases/purchase-list.tsx': 'a title without a purchase has no name here',
};

test('no screen prints the id of a person in place of a name', () => {
  expect(SOURCES.length).toBeGreaterThan(150);
  const bare = SOURCES.filter(({ source }) => BARE.some((pattern) => pattern.test(source)));
  expect(bare.map(({ path }) => path)).toEqual([]);
});

test('shortened ids appear only where no name is known', () => {
  const short = SOURCES.filter(({ source }) => source.includes('shortId('));
  expect(short.map(({ path }) => path).sort()).toEqual(Object.keys(SHORT_IDS).sort());
});
