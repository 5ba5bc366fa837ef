import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkpointText } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEntryCount } from '../../src/book/entry-count.ts';
import type { ExternalSources } from '../../src/book/external-claims.ts';
import { createGuard } from '../../src/book/guard.ts';
import { cosignatureLines } from '../../src/book/policy.ts';
import { type Club, openClub } from '../kit/club.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { appendMany, growTo, type KeysFolder, keysFolder, signBook } from './book-kit.ts';

let club: Club;
let keys: KeysFolder;
let asked: number;
beforeEach(async () => {
  club = await openClub();
  keys = keysFolder();
  asked = 0;
});
afterEach(async () => {
  keys.remove();
  await club.close();
});

/** Stores and witnesses that know nothing of the book, or do not answer. */
function outside(stores: readonly boolean[], witnesses: readonly boolean[]): ExternalSources {
  const answer = async <T>(isHeard: boolean, value: T): Promise<T> => {
    asked += 1;
    if (!isHeard) throw new Error('no answer');
    return value;
  };
  return {
    stores: stores.map((isHeard, n) => ({ name: `store ${n}`, store: { get: () => answer(isHeard, null) } })),
    witnesses: witnesses.map((isHeard, n) => ({
      ...{ url: `https://w${n}.example`, vkey: `w${n}` },
      cosigned: () => answer(isHeard, []),
      addCheckpoint: () => Promise.reject(new Error('not asked')),
    })),
  };
}

function guardOf(sources: ExternalSources) {
  return createGuard({ db: club.db, keysDir: keys.path, origin: ORIGIN, outside: sources });
}

describe('without a record of what was signed', () => {
  test.each([
    ['a store is silent, whatever the witnesses answer', [true, false], [true, true, true]],
    ['all witnesses are silent, whatever the stores answer', [true], [false, false, false]],
    ['half of the witnesses are silent', [true], [true, false]],
    ['a store is silent and there is no witness', [false], []],
  ])('nothing is written where %s', async (_what, stores, witnesses) => {
    await expect(guardOf(outside(stores, witnesses)).refuse()).rejects.toThrow('what was signed before is not known');
  });

  test.each([
    ['all answer', [true, true], [true, true, true]],
    ['the stores and more than half of the witnesses answer', [true], [true, false, true]],
    ['there is nobody to ask', [], []],
  ])('the book goes on where %s, and nobody is asked twice', async (_what, stores, witnesses) => {
    const guard = guardOf(outside(stores, witnesses));
    for (let turn = 0; turn < 3; turn++) await guard.refuse();
    expect(asked).toBe(stores.length + witnesses.length);
  });
});

describe('with a record of what was signed', () => {
  beforeEach(async () => {
    await growTo(club.db, 3);
    await signBook(club, keys);
  });

  test('a silent store stops nothing, and is asked once a minute', async () => {
    const guard = guardOf(outside([false], []));
    for (let turn = 0; turn < 3; turn++) await guard.refuse();
    expect(asked).toBe(1);
  });

  test('a book that is shorter than it was restored, and nothing is written', async () => {
    writeFileSync(join(keys.path, 'book-signed'), checkpointText({ origin: ORIGIN, size: 9, root: 'ab'.repeat(32) }));
    await expect(guardOf(outside([], [])).refuse()).rejects.toThrow(
      'the database was restored to an earlier state: by the file book-signed the book has 9 entries, here it has 3',
    );
  });

  test('a book that is longer, with other entries, was changed', async () => {
    await growTo(club.db, 5);
    writeFileSync(join(keys.path, 'book-signed'), checkpointText({ origin: ORIGIN, size: 4, root: 'ab'.repeat(32) }));
    await expect(guardOf(outside([], [])).refuse()).rejects.toThrow('the book was changed');
  });
});

test('a note that is none has no cosignatures', () => {
  expect(cosignatureLines('no note', ['— w.example AAAA'], 'w.example+00000000+AA')).toEqual([]);
});

test('each entry is counted once, since the book only grows', async () => {
  const count = createEntryCount();
  await appendMany(club.db, 3);
  expect(await count(club.db, ['switch'])).toBe(3);
  // A second count of the first entry would miss it.
  await club.owner.query(`update book.entry set type = 'rule' where seq = 0`);
  await appendMany(club.db, 2);
  expect(await count(club.db, ['switch'])).toBe(5);
});
