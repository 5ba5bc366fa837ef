import { canonicalJson, decodeEntry, type Entry, entryHash, type MerkleFrontier, type SealEntry } from '@tercet/fair';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { append, coveredAtMs, entriesFrom, listEntries, lockHead, noteTreeHead } from '../../src/book/book.ts';
import { addLeaves, packFrontier, treeOf } from '../../src/book/tree.ts';
import { transaction } from '../../src/db/transaction.ts';
import { type Club, openClub } from '../kit/club.ts';
import { openTransaction, untilWaiting } from '../kit/locks.ts';

let club: Club;
beforeAll(async () => {
  club = await openClub({ connectionsMax: 24 });
});
afterAll(() => club.close());

let made = 0;

function seal(): SealEntry {
  made += 1;
  return {
    type: 'seal',
    draw_id: `dice-30/${made}`,
    root: '00'.repeat(32),
    count: String(made),
    table: '11'.repeat(32),
  };
}

function appendAll(entries: readonly Entry[]) {
  return transaction(club.draw, (tx) => append(tx, entries));
}

async function size(): Promise<bigint> {
  const { rows } = await club.pool.query('select size from book.head');
  return rows[0].size;
}

describe('places in the book', () => {
  test('are given once each and without a gap, however many write at once', async () => {
    const before = await size();
    const writers = Array.from({ length: 40 }, (_, n) => Array.from({ length: (n % 4) + 1 }, seal));
    const answers = await Promise.all(writers.map(appendAll));
    const total = BigInt(writers.flat().length);
    expect(await size()).toBe(before + total);
    const places = answers.flat().map((entry) => entry.seq);
    expect([...places].sort((a, b) => Number(a - b))).toEqual(
      Array.from({ length: Number(total) }, (_, n) => before + BigInt(n)),
    );
    // Entries that were appended together are consecutive and in order.
    for (const mine of answers) {
      expect(mine.map((entry) => entry.seq - (mine[0]?.seq ?? 0n))).toEqual(mine.map((_, n) => BigInt(n)));
    }
    const { rows } = await club.pool.query('select seq, body from book.entry where seq >= $1 order by seq', [before]);
    const reported = new Map(answers.flat().map((entry) => [entry.seq, entry.body]));
    expect(rows.map((row) => row.body)).toEqual(rows.map((row) => reported.get(row.seq)));
  });

  test('are not lost by a writer that breaks off', async () => {
    const before = await size();
    const broken = transaction(club.draw, async (tx) => {
      await append(tx, [seal(), seal()]);
      throw new Error('broken off');
    });
    const others = Promise.all([appendAll([seal()]), appendAll([seal()])]);
    await expect(broken).rejects.toThrow('broken off');
    const places = (await others).flat().map((entry) => entry.seq);
    expect(places.sort()).toEqual([before, before + 1n]);
    expect(await size()).toBe(before + 2n);
  });

  test('are read only up to where none is missing: a reader never sees a later one first', async () => {
    const from = await size();
    const slow = await openTransaction(club.owner);
    try {
      await slow.client.query('select size from book.head for update');
      const waiting = appendAll([seal()]);
      await untilWaiting(club.owner, slow.pid);
      expect(await entriesFrom(club.db, from, 10)).toEqual([]);
      await slow.rollback();
      await waiting;
    } finally {
      await slow.rollback();
    }
    expect((await entriesFrom(club.db, from, 10)).map((entry) => entry.seq)).toEqual([from]);
  });
});

describe('an entry', () => {
  test('is kept as canonical bytes with the hash of just these', async () => {
    await appendAll([seal(), { type: 'void', draw_id: 'dice-30/9', reason: 'seal-late', table: '11'.repeat(32) }]);
    // The draw process appends the entries about draws, the jobs all others.
    const other = { type: 'audit-head', size: '1', head: '00'.repeat(32), at: '9' } as const;
    await expect(appendAll([other])).rejects.toThrow('does not append');
    await transaction(club.jobs, (tx) => append(tx, [other]));
    // Only a function that also writes the row appends a switch.
    const close = { type: 'switch', what: 'table/dice-30', state: 'off', reason: 'test', from: '9' } as const;
    await expect(transaction(club.jobs, (tx) => append(tx, [close]))).rejects.toThrow('does not append');
    await expect(transaction(club.jobs, (tx) => append(tx, [seal()]))).rejects.toThrow('does not append');
    const { items } = await listEntries(club.db, { limit: 100 });
    expect(items.length).toBeGreaterThanOrEqual(3);
    for (const { type, body, hash } of items) {
      const entry = decodeEntry(body);
      expect(entry.type).toBe(type);
      expect(canonicalJson(JSON.parse(body))).toBe(body);
      expect(/^[\x20-\x7e]+$/.test(body)).toBe(true);
      expect(entryHash(body)).toBe(hash);
    }
  });

  test.each([
    ['a field that is not known', { ...seal(), note: 'x' }],
    ['a field that is missing', { type: 'seal', draw_id: 'dice-30/1', root: '00'.repeat(32) }],
    ['a number instead of decimal text', { ...seal(), count: 3 }],
    ['a root that is no hash', { ...seal(), root: '00' }],
    ['letters beyond ASCII', { type: 'void', draw_id: 'dice-30/1', reason: 'späť' }],
    ['a type that is not known', { type: 'favour', draw_id: 'dice-30/1' }],
  ])('with %s is not written, nor is anything beside it', async (_, entry) => {
    const before = await size();
    await expect(appendAll([seal(), entry as Entry])).rejects.toThrow(TypeError);
    expect(await size()).toBe(before);
  });

  test('is there for good: the server cannot change, remove or overwrite one', async () => {
    await appendAll([seal()]);
    for (const statement of [
      `update book.entry set body = '{}'`,
      'delete from book.entry',
      'truncate book.entry',
      'update book.tree_head set at = now()',
      'delete from book.tree_head',
      'delete from book.head',
      'insert into book.head (only_row, size) values (false, 0)',
      'update book.node set hash = hash',
      'delete from book.node',
      'delete from book.checkpoint',
      'update book.checkpoint set note = note',
      'delete from book.cosignature',
      'update book.quorum_met set at = at',
      'delete from book.quorum_met',
      'update book.log_key set from_s = 0',
      'drop table book.entry',
      'alter table book.entry disable trigger all',
    ]) {
      for (const process of [club.api, club.draw, club.jobs]) {
        const refused = sql.raw(statement).execute(process);
        await expect(refused).rejects.toThrow(/permission denied|must be owner|violates/);
      }
    }
    const again = sql`insert into book.entry (seq, type, body, hash, at)
      select seq, 'seal', '{}', hash, at from book.entry where seq = 0`;
    await expect(again.execute(club.draw)).rejects.toThrow(/permission denied/);
    await expect(again.execute(club.db)).rejects.toThrow(/duplicate key/);
  });
});

describe('the tree that the database makes of the entries', () => {
  /** Pretends that the book has `size` entries, by changing only its frontier. */
  async function setSize(size: number): Promise<MerkleFrontier> {
    const frontier = Buffer.alloc(32 * size.toString(2).replaceAll('0', '').length, 7);
    await club.owner.query('update book.head set size = $1, frontier = $2', [size, frontier]);
    return treeOf(BigInt(size), frontier);
  }

  test.each([300, 1_023, 65_535, 2 ** 24 - 1])('is RFC 6962’s behind %i entries', async (start) => {
    const { rows: stored } = await club.owner.query('select size, frontier from book.head');
    const tree = await setSize(start);
    const entries = await appendAll([seal(), seal(), seal()]);
    const nodes = addLeaves(
      tree,
      entries.map(({ hash }) => Buffer.from(hash, 'hex')),
    );
    const { rows } = await club.owner.query('select size, frontier from book.head');
    expect(rows).toEqual([{ size: String(start + 3), frontier: packFrontier(tree) }]);
    const { rows: found } = await club.owner.query(
      'select level, index, hash from book.node where (level, index) in (select * from unnest($1::smallint[], $2::bigint[]))',
      [nodes.map(({ level }) => level), nodes.map(({ index }) => index)],
    );
    const listed = (some: { level: number; index: number | bigint; hash: Uint8Array }[]) =>
      some.map(({ level, index, hash }) => `${level}/${index} ${Buffer.from(hash).toString('hex')}`).sort();
    expect(listed(found)).toEqual(listed(nodes));
    await noteTreeHead(club.draw);
    const { rows: heads } = await club.owner.query('select root from book.tree_head where size = $1', [start + 3]);
    expect(heads).toEqual([{ root: Buffer.from(tree.root()) }]);
    await club.owner.query('delete from book.tree_head where size = $1', [start + 3]);
    await club.owner.query('delete from book.entry where seq >= $1', [start]);
    await club.owner.query(
      'delete from book.node where (level, index) in (select * from unnest($1::smallint[], $2::bigint[]))',
      [nodes.map(({ level }) => level), nodes.map(({ index }) => index)],
    );
    await club.owner.query('update book.head set size = $1, frontier = $2', [stored[0].size, stored[0].frontier]);
  });
});

describe('a checkpoint', () => {
  async function covered(seq: bigint): Promise<number | null> {
    return transaction(club.draw, (tx) => coveredAtMs(tx, seq));
  }

  test('that was never written is made good by the next one', async () => {
    const [lost] = await appendAll([seal()]);
    await club.clock.forward(5_000);
    expect(await covered(lost?.seq ?? 0n)).toBe(null);
    const [next] = await appendAll([seal()]);
    await noteTreeHead(club.draw);
    expect(await covered(lost?.seq ?? 0n)).toBe(club.clock.nowMs());
    expect(await covered(next?.seq ?? 0n)).toBe(club.clock.nowMs());
  });

  test('keeps its first time: publishing again makes nothing look earlier or later', async () => {
    const [entry] = await appendAll([seal()]);
    await noteTreeHead(club.draw);
    const at = club.clock.nowMs();
    await club.clock.forward(60_000);
    await Promise.all(Array.from({ length: 5 }, () => noteTreeHead(club.draw)));
    await appendAll([seal()]);
    await noteTreeHead(club.draw);
    expect(await covered(entry?.seq ?? 0n)).toBe(at);
  });

  test('is timed after the commit of what it covers, not by when that was begun', async () => {
    const written = Promise.withResolvers<{ place: bigint; holder: number }>();
    const committing = Promise.withResolvers<void>();
    const writing = transaction(club.draw, async (tx) => {
      const [entry] = await append(tx, [seal()]);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.q);
      written.resolve({ place: entry?.seq ?? -1n, holder: rows[0]?.pid ?? 0 });
      await committing.promise;
    });
    const { place, holder } = await written.promise;
    const publishing = noteTreeHead(club.draw);
    await untilWaiting(club.owner, holder);
    // The commit takes a while. The tree head gets the time after it.
    await club.clock.forward(4_000);
    committing.resolve();
    await writing;
    expect(await publishing).toBe(place + 1n);
    expect(await covered(place)).toBe(club.clock.nowMs());
    const { rows } = await club.pool.query('select at from book.entry where seq = $1', [place]);
    expect(rows[0].at.getTime()).toBe(club.clock.nowMs() - 4_000);
  });

  test('never comes between an entry and what was decided with it', async () => {
    // The holder of the head decides by the current book, so the checkpoint waits for it.
    const before = await size();
    const deciding = Promise.withResolvers<void>();
    const held = Promise.withResolvers<number>();
    const decision = transaction(club.draw, async (tx) => {
      await lockHead(tx);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.q);
      held.resolve(rows[0]?.pid ?? 0);
      await deciding.promise;
      await append(tx, [seal()]);
    });
    const holder = await held.promise;
    const publishing = noteTreeHead(club.draw);
    await untilWaiting(club.owner, holder);
    deciding.resolve();
    await decision;
    expect(await publishing).toBe(before + 1n);
  });
});
