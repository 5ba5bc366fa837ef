import { encodeBundle, TILE_WIDTH, type TileName } from '@tercet/fair';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { readTile } from './tree.ts';

/** A signed checkpoint with its known cosignatures. */
export interface SignedCheckpoint {
  size: bigint;
  /** Note in the format of c2sp.org/signed-note, with the earliest cosignature of each witness. */
  note: string;
  /** When the entries were known to be durable by the house's clock (milliseconds, rounded up). */
  atMs: number;
}

/** Bytes of a tile or bundle. Null if the book has fewer entries. The bytes never change. */
export function readTileFile(q: Db | Tx['q'], { level, index, width }: TileName): Promise<Uint8Array | null> {
  return level === 'entries' ? readBundle(q, index, width) : readTile(q, level, index, width);
}

async function readBundle(q: Db | Tx['q'], index: number, width: number): Promise<Uint8Array | null> {
  const from = BigInt(index) * BigInt(TILE_WIDTH);
  const rows = await q
    .selectFrom('book.entry')
    .select('body')
    .where('seq', '>=', from)
    .where('seq', '<', from + BigInt(width))
    .orderBy('seq')
    .execute();
  return rows.length === width ? encodeBundle(rows.map((row) => Buffer.from(row.body))) : null;
}

/** The newest signed checkpoint. Null before the first. */
export function newestCheckpoint(q: Db | Tx['q']): Promise<SignedCheckpoint | null> {
  return oneCheckpoint(q, sql`order by s.size desc limit 1`);
}

/** The signed checkpoint of a size. */
export function checkpointOfSize(q: Db | Tx['q'], size: bigint): Promise<SignedCheckpoint | null> {
  return oneCheckpoint(q, sql`where s.size = ${size}::bigint`);
}

async function oneCheckpoint(q: Db | Tx['q'], which: ReturnType<typeof sql>): Promise<SignedCheckpoint | null> {
  const { rows } = await sql<{ size: bigint; note: string; at_ms: bigint; lines: string }>`
    select s.size, s.note, ceil(extract(epoch from c.at) * 1000)::bigint as at_ms, coalesce((
        select string_agg(q.line, '' order by q.witness) from (
          select distinct on (w.witness) w.witness, w.line from book.cosignature w
          where w.size = s.size order by w.witness, w.at_s
        ) q), '') as lines
    from book.checkpoint s join book.tree_head c on c.size = s.size ${which}`.execute(q);
  const row = rows[0];
  return row ? { size: row.size, note: row.note + row.lines, atMs: Number(row.at_ms) } : null;
}
