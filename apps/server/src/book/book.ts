import { type Entry, encodeEntry, entryHash } from '@tercet/fair';
import { sql } from 'kysely';
import { pageOf } from '../db/keyset.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { type CountEntries, createEntryCount } from './entry-count.ts';

/** An entry of the book. `body` is canonical JSON; `hash` is its leaf hash in hex. */
export interface LoggedEntry {
  seq: bigint;
  type: string;
  body: string;
  hash: string;
  atMs: number;
}

/**
 * Appends entries and returns them with their places. The book has one writer at a time: this call locks the head row
 * until the transaction ends. So the caller may also decide by the book's content. A role may append the types that
 * `book.may_append` names.
 */
export async function append(tx: Tx, entries: readonly Entry[]): Promise<LoggedEntry[]> {
  const bodies = entries.map(encodeEntry);
  const { rows } = await sql<{ seq: bigint; hash: Buffer; at: Date }>`
    select a.seq, a.hash, a.at from book.append(${bodies}::text[]) a order by a.seq`.execute(tx.q);
  return entries.map((entry, index) => {
    const [row, body = ''] = [rows[index], bodies[index]];
    const hash = row?.hash.toString('hex');
    if (!row || hash !== entryHash(body)) throw new Error('the book stored a different entry than was appended');
    return { seq: row.seq, type: entry.type, body, hash, atMs: row.at.getTime() };
  });
}

/** Locks the book until the transaction ends, and returns its size. */
export async function lockHead(tx: Tx): Promise<bigint> {
  return (await takeHead(tx)).size;
}

/** Number of entries, and the frontier of their tree. */
export interface Head {
  size: bigint;
  frontier: Buffer;
}

/** Like `lockHead`, but also returns the frontier. */
export async function takeHead(tx: Tx): Promise<Head> {
  const { rows } = await sql<Head>`select h.size, h.frontier from book.take_head() h`.execute(tx.q);
  if (!rows[0]) throw new Error('the book has no head row');
  return rows[0];
}

/**
 * Records a tree head: the number of entries, their root, and the database's time after their commit. It defines the
 * time of a seal; the times inside entries do not. `signTreeHeads` signs it later. Returns the covered size.
 */
export async function noteTreeHead(db: Db): Promise<bigint> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ size: bigint }>`select book.note_tree_head() as size`.execute(tx.q);
    if (!rows[0]) throw new Error('insert of the tree head returned no row');
    return rows[0].size;
  });
}

/**
 * When the entry at a place was first known to be durable (milliseconds, rounded up). Null until a tree head covers
 * it. Never changes afterwards.
 */
export async function coveredAtMs(tx: Tx, seq: bigint): Promise<number | null> {
  const { rows } = await sql<{ at_ms: bigint }>`
    select ceil(extract(epoch from at) * 1000)::bigint as at_ms from book.tree_head
    where size > ${seq} order by size limit 1`.execute(tx.q);
  return rows[0] ? Number(rows[0].at_ms) : null;
}

export interface EntryPage {
  items: LoggedEntry[];
  nextCursor: string | null;
  total: number;
}

/**
 * Entries, newest first. `before` is a place in the book (exclusive). Frequent callers should keep their own count.
 */
export async function listEntries(
  db: Db,
  query: { types?: readonly string[]; before?: bigint; limit: number },
  count: CountEntries = createEntryCount(),
): Promise<EntryPage> {
  let base = db.selectFrom('book.entry');
  if (query.types && query.types.length > 0) base = base.where('type', 'in', [...query.types]);
  const rows = await (query.before === undefined ? base : base.where('seq', '<', query.before))
    .select(['seq', 'type', 'body', 'hash', 'at'])
    .orderBy('seq', 'desc')
    .limit(query.limit + 1)
    .execute();
  const { page, nextCursor } = pageOf(rows, query.limit, (last) => String(last.seq));
  const items = page.map(loggedEntry);
  return {
    items,
    nextCursor,
    total: await count(db, query.types),
  };
}

/** Entries from a place on, oldest first. */
export async function entriesFrom(db: Db, from: bigint, limit: number): Promise<LoggedEntry[]> {
  const rows = await db
    .selectFrom('book.entry')
    .select(['seq', 'type', 'body', 'hash', 'at'])
    .where('seq', '>=', from)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(loggedEntry);
}

export async function entryAt(db: Db, seq: bigint): Promise<LoggedEntry | null> {
  const row = await db
    .selectFrom('book.entry')
    .select(['seq', 'type', 'body', 'hash', 'at'])
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row ? loggedEntry(row) : null;
}

function loggedEntry(row: { seq: bigint; type: string; body: string; hash: Buffer; at: Date }): LoggedEntry {
  return { seq: row.seq, type: row.type, body: row.body, hash: row.hash.toString('hex'), atMs: row.at.getTime() };
}
