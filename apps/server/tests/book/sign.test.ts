import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCheckpoint, parseNote, toHex } from '@tercet/fair';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { append, noteTreeHead } from '../../src/book/book.ts';
import { BookFault } from '../../src/book/book-fault.ts';
import { readLogKeys } from '../../src/book/log-key.ts';
import { type Publisher, startPublisher } from '../../src/book/publisher.ts';
import { signTreeHeads } from '../../src/book/sign.ts';
import { emptyTree } from '../../src/book/tree.ts';
import { holdLease, LEASE_MS } from '../../src/db/lease.ts';
import { transaction } from '../../src/db/transaction.ts';
import { mortalDb, until } from '../draw/drawing.ts';
import { type Club, openClub } from '../kit/club.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import {
  allLeaves,
  anyEntry,
  appendMany,
  bookSize,
  growTo,
  type KeysFolder,
  keysFolder,
  notesOf,
  otherProcess,
  signDeps,
} from './book-kit.ts';

let club: Club;
let keys: KeysFolder;
beforeEach(async () => {
  club = await openClub({ connectionsMax: 16 });
  keys = keysFolder();
});
afterEach(async () => {
  keys.remove();
  await club.close();
});

async function signAll(folder = keys): Promise<void> {
  while ((await signTreeHeads(signDeps(club, folder))) > 0);
}

async function vkeys(): Promise<string[]> {
  return (await readLogKeys(club.db)).map((record) => record.vkey);
}

/** Checks that every tree head has one note, signed by the book's key, whose root matches the entries. */
async function expectAllSigned(): Promise<void> {
  const leaves = await allLeaves(club.db);
  const treeHeads = await club.db.selectFrom('book.tree_head').select('size').orderBy('size').execute();
  const notes = await notesOf(club.db);
  expect(notes.map((note) => BigInt(note.size))).toEqual(treeHeads.map((treeHead) => treeHead.size));
  const tree = emptyTree();
  for (const { size, note } of notes) {
    while (tree.size < size) tree.append(leaves[tree.size] ?? Buffer.alloc(0));
    expect(openCheckpoint(note, await vkeys())).toEqual({ origin: ORIGIN, size, root: toHex(tree.root()) });
  }
}

/** Reverts the database to an earlier size, like a restored backup. */
async function rollBack(size: number): Promise<void> {
  const leaves = (await allLeaves(club.db)).slice(0, size);
  const tree = emptyTree();
  for (const leaf of leaves) tree.append(leaf);
  for (const table of ['cosignature', 'checkpoint', 'tree_head']) {
    await club.owner.query(`delete from book.${table} where size > $1`, [size]);
  }
  await club.owner.query('delete from book.entry where seq >= $1', [size]);
  await club.owner.query('delete from book.node where (index + 1) * power(256, level) > $1', [size]);
  await club.owner.query('update book.head set size = $1, frontier = $2', [size, Buffer.concat(tree.peaks())]);
}

describe('signing', () => {
  test('gives every tree head one note, in order, that anyone can open', async () => {
    await noteTreeHead(club.draw);
    for (const size of [1, 4, 256, 300]) await growTo(club.db, size);
    await signAll();
    await expectAllSigned();
    for (const size of [301, 513]) await growTo(club.db, size);
    await signAll();
    await expectAllSigned();
    expect(await signTreeHeads(signDeps(club, keys))).toBe(0);
  });

  test('takes many tree heads in bites, after a long stop', async () => {
    for (let treeHead = 0; treeHead < 250; treeHead++) await growTo(club.db, (await bookSize(club.db)) + 3);
    expect(await signTreeHeads(signDeps(club, keys))).toBe(100);
    await signAll();
    await expectAllSigned();
  });

  test('by many at once, on several machines with the same keys, signs nothing twice and nothing else', async () => {
    const others = [otherProcess(club), otherProcess(club), otherProcess(club)];
    await signAll();
    for (let round = 0; round < 5; round++) {
      const marking = Promise.all(Array.from({ length: 10 }, () => appendMany(club.db, 2)));
      await noteTreeHead(club.draw);
      await Promise.all([...others, club.db].map((db) => signTreeHeads({ ...signDeps(club, keys), db })));
      await marking;
      await noteTreeHead(club.draw);
      await Promise.all(others.map((db) => signTreeHeads({ ...signDeps(club, keys), db })));
    }
    await signAll();
    await expectAllSigned();
    await Promise.all(others.map((db) => db.destroy()));
  });
});

describe('killed anywhere between entry, tree head and note', () => {
  test('nothing is missing, doubled or signed in two ways when the next process has gone on', async () => {
    await growTo(club.db, 2);
    await signAll();
    let finished = false;
    for (let commits = 0; !finished; commits++) {
      const before = await bookSize(club.db);
      const mortal = mortalDb(club.database.urls.draw, commits);
      const act = async () => {
        await transaction(mortal.db, (tx) => append(tx, [anyEntry()]));
        await noteTreeHead(mortal.db);
        await signTreeHeads({ ...signDeps(club, keys), db: mortal.db });
      };
      await act().catch(() => {});
      finished = !mortal.killed();
      await mortal.close();
      const shown = readFileSync(join(keys.path, 'book-signed'), 'utf8');
      await noteTreeHead(club.draw);
      await signAll();
      expect(await bookSize(club.db)).toBe(before + (commits === 0 ? 0 : 1));
      await expectAllSigned();
      // A note that may have been signed before the kill is the final one.
      const texts = (await notesOf(club.db)).map(({ note }) => parseNote(note)?.text);
      expect(texts).toContain(shown);
      expect(commits).toBeLessThan(10);
    }
  });

  test('a note that was signed and not written down comes again to the byte', async () => {
    await growTo(club.db, 5);
    await signAll();
    await growTo(club.db, 6);
    const mortal = mortalDb(club.database.urls.draw, 0);
    await signTreeHeads({ ...signDeps(club, keys), db: mortal.db }).catch(() => {});
    await mortal.close();
    expect(readFileSync(join(keys.path, 'book-signed'), 'utf8').split('\n')[1]).toBe('6');
    expect((await notesOf(club.db)).at(-1)?.size).toBe(5);
    await growTo(club.db, 7);
    await signAll();
    await expectAllSigned();
  });
});

describe('what must not be signed', () => {
  async function refused(folder = keys): Promise<void> {
    const before = await notesOf(club.db);
    await expect(signTreeHeads(signDeps(club, folder))).rejects.toThrow(BookFault);
    expect(await notesOf(club.db)).toEqual(before);
  }

  test('a book that was put back to an earlier state', async () => {
    await growTo(club.db, 10);
    await growTo(club.db, 20);
    await signAll();
    await rollBack(10);
    await refused();
    const why = 'by the file book-signed, its key signed another one at 20 entries';
    await expect(signTreeHeads(signDeps(club, keys))).rejects.toThrow(why);
    // Nor after it has grown beyond that size with other entries.
    await growTo(club.db, 20);
    await refused();
    await growTo(club.db, 30);
    await refused();
  });

  test('a book that was put back, by a machine that has not signed for a while and sees it later', async () => {
    const standby = keysFolder();
    await growTo(club.db, 300);
    await signAll();
    for (const file of ['book-key.pem', 'book-signed']) {
      writeFileSync(join(standby.path, file), readFileSync(join(keys.path, file)));
    }
    await growTo(club.db, 600);
    await signAll();
    // The first process continues where the other stopped.
    await growTo(club.db, 700);
    await signAll(standby);
    await expectAllSigned();
    await rollBack(300);
    await growTo(club.db, 800);
    await refused(standby);
    await refused();
    standby.remove();
  });

  test.each([
    ['an entry before the last signature', 4],
    ['an entry after it', 12],
  ])('a book in which somebody changed %s', async (_, seq) => {
    await growTo(club.db, 10);
    await signAll();
    await growTo(club.db, 20);
    await club.owner.query(`update book.entry set hash = sha256('x') where seq = $1`, [seq]);
    await refused();
  });

  test('a tree head that is not of these entries', async () => {
    await growTo(club.db, 10);
    await signAll();
    await growTo(club.db, 20);
    await club.owner.query(`update book.tree_head set root = sha256('x') where size = 20`);
    await refused();
  });

  test('with another key than the book’s: a folder that was lost makes a new one, which signs nothing', async () => {
    await growTo(club.db, 10);
    await signAll();
    await growTo(club.db, 20);
    const other = keysFolder();
    await refused(other);
    other.remove();
    await signAll();
    await expectAllSigned();
    expect(await vkeys()).toHaveLength(1);
  });

  test('another book, with keys that signed one already', async () => {
    await growTo(club.db, 10);
    await signAll();
    await growTo(club.db, 11);
    await expect(signTreeHeads({ ...signDeps(club, keys), origin: 'other.example/book' })).rejects.toThrow(BookFault);
  });

  test('anything, while what was signed last cannot be read', async () => {
    await growTo(club.db, 10);
    await signAll();
    await growTo(club.db, 20);
    writeFileSync(join(keys.path, 'book-signed'), 'half a ch');
    await expect(signTreeHeads(signDeps(club, keys))).rejects.toThrow('is malformed');
    // After verification, the operator may remove the file. Signing then continues from the newest note.
    rmSync(join(keys.path, 'book-signed'));
    await signAll();
    await expectAllSigned();
  });
});

describe('publishers', () => {
  let publishers: Publisher[] = [];
  const faults: string[] = [];
  beforeAll(() => faults.splice(0));
  afterEach(async () => {
    await Promise.all(publishers.map((one) => one.stop()));
    publishers = [];
  });

  function start(): Publisher {
    const publisher = startPublisher({
      ...signDeps(club, keys),
      url: club.database.urls.draw,
      witnesses: [],
      mirror: null,
      onFault: (what, error) => faults.push(`${what}: ${error}`),
    });
    publishers.push(publisher);
    return publisher;
  }

  async function untilSigned(size: number): Promise<void> {
    await until(`the note of ${size}`, async () => (await notesOf(club.db)).at(-1)?.size === size);
  }

  test('sign each tree head soon, one of several at a time; when it goes, another takes over', async () => {
    const first = start();
    start();
    await growTo(club.db, 3);
    await untilSigned(3);
    await growTo(club.db, 300);
    await untilSigned(300);
    await first.stop();
    await growTo(club.db, 301);
    await untilSigned(301);
    await expectAllSigned();
    expect(faults).toEqual([]);
  });

  test('take over from one that was killed, when its lease has run out', async () => {
    await holdLease(club.draw, 'book', '00000000-0000-7000-8000-000000000000');
    start();
    await growTo(club.db, 3);
    await until('a look at the lease', async () => {
      const { rows } = await club.owner.query(`select 1 from pg_stat_activity where query like '%draw.lease%'`);
      return rows.length > 0;
    });
    expect(await notesOf(club.db)).toEqual([]);
    await club.clock.forward(LEASE_MS + 1);
    await untilSigned(3);
    await expectAllSigned();
  });
});
