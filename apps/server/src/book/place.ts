import { type EntryPlace, inclusionFromTiles, toHex } from '@tercet/fair';
import type { Db } from '../db/pool.ts';
import { checkpointOfSize, type SignedCheckpoint } from './read-log.ts';
import { tilesOf } from './tree.ts';

/** The first signed checkpoint that holds the entry at a place: the answer stays the same once it is there. */
export async function firstShowing(db: Db, seq: bigint): Promise<SignedCheckpoint | null> {
  const row = await db
    .selectFrom('book.signed')
    .select('size')
    .where('size', '>', seq)
    .orderBy('size')
    .limit(1)
    .executeTakeFirst();
  return row ? checkpointOfSize(db, row.size) : null;
}

/** The proof that the entry at a place stands in the tree of so many entries. */
export async function placeIn(db: Db, seq: bigint, size: bigint): Promise<EntryPlace> {
  const proof = await inclusionFromTiles(Number(seq), Number(size), tilesOf(db));
  return { index: Number(seq), proof: proof.map(toHex) };
}
