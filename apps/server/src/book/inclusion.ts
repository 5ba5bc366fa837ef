import { type EntryPlace, inclusionFromTiles, toHex } from '@tercet/fair';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { checkpointOfSize, type SignedCheckpoint } from './read-log.ts';
import { tilesOf } from './tree.ts';

/**
 * The first signed checkpoint that covers the entry and met the policy, if there is one. Null before it exists; never
 * changes afterwards.
 */
export async function firstShowing(db: Db, seq: bigint, policy: Buffer | null): Promise<SignedCheckpoint | null> {
  const { rows } = await sql<{
    size: bigint | null;
  }>`select (${sizeShowing(sql`${seq}::bigint`, policy)}) as size`.execute(db);
  return rows[0]?.size == null ? null : checkpointOfSize(db, rows[0].size);
}

/** Query for the size of the checkpoint that `firstShowing` returns. No row for a null entry. */
export function sizeShowing(seq: RawBuilder<bigint>, policy: Buffer | null) {
  return policy === null
    ? sql<bigint>`select x.size from book.checkpoint x where x.size > ${seq} order by x.size limit 1`
    : sql<bigint>`select x.size from book.quorum_met x where x.policy = ${policy} and x.size > ${seq} order by x.size limit 1`;
}

/** Index and inclusion proof of an entry in the tree of `size` entries. */
export async function placeIn(db: Db, seq: bigint, size: bigint): Promise<EntryPlace> {
  const proof = await inclusionFromTiles(Number(seq), Number(size), tilesOf(db));
  return { index: Number(seq), proof: proof.map(toHex) };
}
