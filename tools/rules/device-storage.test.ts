import { join } from 'node:path';
import { STORED_ON_DEVICE, storedEntryOf } from '@tercet/contract/device-storage.ts';
import { expect, test } from 'vitest';
import { isTest, readSources } from '../tidy/source-files.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Ways to store something on a device. */
const WRITES = new RegExp(
  [
    String.raw`\b(?:onPhone|inTab)\.write\(`,
    String.raw`\b(?:writeDraft|localDatabase|storedItems|createDraftStore|createMediaStore)\(`,
    String.raw`\b(?:indexedDB|caches)\.open\(`,
    String.raw`\.set(?:Item|Cookie)\(|document\.cookie\s*=|cookieStore`,
  ].join('|'),
);
/** Helpers: their callers name what they store. */
const HELPERS = [
  'apps/console/src/features/drafts/use-draft.ts',
  'apps/member/src/features/session/drafts.ts',
  'apps/member/src/features/storage/local-database.ts',
  'packages/contract/src/text-storage.ts',
];
/** The app's storage names, as the code writes them. */
const NAMES = /'(tercet(?:-console)?[.-][a-z][a-z.-]*)'/g;

const PLACES = ['cookie', 'local', 'session', 'database', 'cache'] as const;

const sources = readSources(ROOT).filter(
  ({ path }) =>
    /^(apps\/(member|console|server\/src\/http)|packages\/(contract|money|fair))\/.*\.(ts|tsx|js|html)$/.test(path) &&
    !isTest(path),
);
const writing = sources.filter(({ path, text }) => WRITES.test(text) && !HELPERS.includes(path));

test('each file that stores something on a device is in the table, and no other', () => {
  expect(sources.length).toBeGreaterThan(1_000);
  const named = new Set(STORED_ON_DEVICE.flatMap(({ by }) => by));
  expect(writing.map(({ path }) => path).sort()).toEqual([...named].sort());
});

test('each name that such a file contains is in the table', () => {
  const names = writing.flatMap(({ path, text }) =>
    [...text.matchAll(NAMES)].map(([, name = '']) => ({ path, name: /[.-]$/.test(name) ? `${name}x` : name })),
  );
  expect(names.length).toBeGreaterThan(20);
  const unknown = names.filter(({ path, name }) => {
    // The server sets the cookies of both apps.
    const apps = (['member', 'console'] as const).filter(
      (app) => !path.startsWith('apps/') || path.startsWith('apps/server/') || path.startsWith(`apps/${app}/`),
    );
    // A prefix of drafts, whose callers are in the table.
    return (
      name !== 'tercet.draft' &&
      apps.every((app) => PLACES.every((place) => storedEntryOf(app, place, name) === undefined))
    );
  });
  expect(unknown).toEqual([]);
});

test('a pattern covers its own names only', () => {
  const id = '01900000-0000-7000-8000-000000000000';
  expect(storedEntryOf('member', 'local', `tercet.draft.${id}.last.dice-30`)?.use).toBe('drafts');
  expect(storedEntryOf('member', 'session', `tercet.draft.${id}.payee`)?.use).toBe('drafts');
  for (const name of ['tercet.draft', `tercet.draft.${id}.else`, 'tercet.draft..payee', 'tercet.locale.x', 'x']) {
    for (const place of PLACES) {
      expect(storedEntryOf('member', place, name), name).toBeUndefined();
    }
  }
  expect(storedEntryOf('console', 'local', 'tercet.locale')).toBeUndefined();
  expect(storedEntryOf('member', 'session', 'tercet.locale')).toBeUndefined();
});
