import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { decodeEntryAs, isSignedNotice, NOTICE_SECONDS, openCheckpoint } from '@tercet/fair';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listEntries } from '../../src/book/book.ts';
import { BookFault } from '../../src/book/book-fault.ts';
import { readLogKeys } from '../../src/book/log-key.ts';
import { newestCheckpoint } from '../../src/book/read-log.ts';
import { rotateKey } from '../../src/book/rotate.ts';
import { signTreeHeads } from '../../src/book/sign.ts';
import { mortalDb } from '../draw/drawing.ts';
import { openServer } from '../http/server.ts';
import { type Club, openClub } from '../kit/club.ts';
import { clubLines } from '../kit/club-command.ts';
import { ORIGIN } from '../kit/lotteries.ts';
import { bookSize, growTo, type KeysFolder, keysFolder, signDeps } from './book-kit.ts';

const NOTICE_MS = NOTICE_SECONDS * 1_000;

let club: Club;
let keys: KeysFolder;
beforeEach(async () => {
  club = await openClub();
  keys = keysFolder();
});
afterEach(async () => {
  keys.remove();
  await club.close();
});

/** Appends an entry and returns the newest signed note. */
async function nextNote(): Promise<string> {
  await growTo(club.db, (await bookSize(club.db)) + 1);
  while ((await signTreeHeads(signDeps(club, keys))) > 0);
  return (await newestCheckpoint(club.db))?.note ?? '';
}

function opens(note: string, vkey: string): boolean {
  return openCheckpoint(note, [vkey]) !== null;
}

describe('a change of the book’s key', () => {
  test('is an entry that the old key signed, seven days ahead; then both keys sign', async () => {
    const before = await nextNote();
    const { oldKey, newKey, fromSeconds } = await rotateKey({ ...signDeps(club, keys), db: club.db });
    expect(fromSeconds * 1_000).toBeGreaterThanOrEqual(club.clock.nowMs() + NOTICE_MS);
    const [logged] = (await listEntries(club.db, { types: ['notice-of-change'], limit: 2 })).items;
    const notice = decodeEntryAs('notice-of-change', logged?.body ?? '');
    expect(notice).toMatchObject({ old_key: oldKey, new_key: newKey, from: String(fromSeconds) });
    expect(isSignedNotice(notice)).toBe(true);
    expect(isSignedNotice({ ...notice, from: String(fromSeconds - 1) })).toBe(false);
    expect([opens(before, oldKey), opens(before, newKey)]).toEqual([true, false]);

    await club.clock.set(fromSeconds * 1_000 - 1);
    const last = await nextNote();
    expect([opens(last, oldKey), opens(last, newKey)]).toEqual([true, false]);
    await club.clock.set(fromSeconds * 1_000);
    const first = await nextNote();
    expect([opens(first, oldKey), opens(first, newKey)]).toEqual([true, true]);
    expect(openCheckpoint(first, [oldKey, newKey])).not.toBe(null);

    // After the old key file is removed, only the new key signs. Nothing recreates the old key.
    rmSync(join(keys.path, 'book-key.pem'));
    const alone = await nextNote();
    expect([opens(alone, oldKey), opens(alone, newKey)]).toEqual([false, true]);
    expect(readdirSync(keys.path).sort()).toEqual(['book-key-2.pem', 'book-signed']);
    expect((await readLogKeys(club.db)).map((record) => record.vkey)).toEqual([oldKey, newKey]);
  });

  test('is told by the house when it is in force, and no sooner', async () => {
    await nextNote();
    await club.openTable({ key: 'dice-30', periodSeconds: 30 });
    const server = await openServer(club);
    const reported = async () => {
      const { book } = (await (await fetch(`${server.address}/api/house`)).json()) as { book: object };
      return book;
    };
    const none = { witnesses: [], policy: { quorum: 0, witnesses: [] } };
    const { oldKey, newKey, fromSeconds } = await rotateKey({ ...signDeps(club, keys), db: club.db });
    await club.clock.set(fromSeconds * 1_000 - 1);
    expect(await reported()).toMatchObject({ origin: ORIGIN, logKey: oldKey, ...none });
    await club.clock.set(fromSeconds * 1_000);
    expect(await reported()).toMatchObject({ logKey: newKey, ...none });
    await server.stop();
  });

  test('leads on to further ones, each signed by the one before', async () => {
    await nextNote();
    const first = await rotateKey({ ...signDeps(club, keys), db: club.db });
    await expect(rotateKey({ ...signDeps(club, keys), db: club.db })).rejects.toThrow('already been announced');
    await club.clock.set(first.fromSeconds * 1_000);
    await nextNote();
    const second = await rotateKey({ ...signDeps(club, keys), db: club.db });
    expect(second.oldKey).toBe(first.newKey);
    await club.clock.set(second.fromSeconds * 1_000);
    const note = await nextNote();
    expect([first.oldKey, first.newKey, second.newKey].map((vkey) => opens(note, vkey))).toEqual([true, true, true]);
  });

  test('that is cut off anywhere is announced once, with one key', async () => {
    await nextNote();
    let finished = false;
    for (let commits = 0; !finished; commits++) {
      const mortal = mortalDb(club.database.ownerUrl, commits);
      await rotateKey({ ...signDeps(club, keys), db: mortal.db }).catch(() => {});
      finished = !mortal.killed();
      await mortal.close();
      const again = await rotateKey({ ...signDeps(club, keys), db: club.db }).catch((error: unknown) => error);
      if (again instanceof Error) expect(again.message).toContain('already been announced');
      const records = await readLogKeys(club.db);
      const { total } = await listEntries(club.db, { types: ['notice-of-change'], limit: 1 });
      expect(records).toHaveLength(total + 1);
      expect(readdirSync(keys.path).filter((name) => name.startsWith('book-key'))).toHaveLength(total + 1);
      await club.clock.forward(NOTICE_MS + 1_000);
      await nextNote();
    }
  });

  test('needs the old key at hand, and a book that it signed', async () => {
    await expect(rotateKey({ ...signDeps(club, keys), db: club.db })).rejects.toThrow(BookFault);
    await nextNote();
    const other = keysFolder();
    await expect(rotateKey(signDeps(club, other))).rejects.toThrow(BookFault);
    other.remove();
    expect((await readLogKeys(club.db)).length).toBe(1);
  });
});

describe('club book', () => {
  const run = (...args: string[]) =>
    clubLines(['book', ...args], { TERCET_OWNER_URL: club.database.ownerUrl, TERCET_KEYS: keys.path }).then((lines) =>
      lines.join('\n'),
    );

  test('shows size, root and keys, and announces a change', async () => {
    expect(await run('show')).toContain('nothing yet');
    const note = await nextNote();
    const [record] = await readLogKeys(club.db);
    const shown = await run('show');
    expect(shown).toContain('entries  1');
    expect(shown).toContain(openCheckpoint(note, [record?.vkey ?? ''])?.root);
    expect(shown).toContain(record?.vkey);
    const output = await run('rotate-key');
    const records = await readLogKeys(club.db);
    expect(output).toContain(records[1]?.vkey);
    expect(await run('show')).toContain(`${records[1]?.vkey}  from `);
  });

  test.each([[[]], [['sign']], [['show', 'more']], [['toString']]])('%j is answered by how to use it', async (args) => {
    await expect(run(...args)).rejects.toThrow('Usage');
  });
});
