import { hash } from 'node:crypto';
import {
  appendToTiles,
  type HashText,
  MerkleFrontier,
  peaksFromTiles,
  type ReadTile,
  TILE_WIDTH,
  type TileHash,
} from '@tercet/fair';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

const HASH_BYTES = 32;
const LEVELS_MAX = 7;

const hashText: HashText = (bytes) => hash('sha256', bytes, 'binary');

/** The tree whose peaks stand in the database one after another, the largest first. */
export function treeOf(size: bigint, peaks: Buffer): MerkleFrontier {
  const hashes = Array.from({ length: peaks.length / HASH_BYTES }, (_, index) =>
    peaks.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
  return MerkleFrontier.fromPeaks(Number(size), hashes, hashText);
}

/** The tree of no entries. */
export function emptyTree(): MerkleFrontier {
  return new MerkleFrontier(hashText);
}

export function packPeaks(tree: MerkleFrontier): Buffer {
  return Buffer.concat(tree.peaks());
}

/** The tree of the first `size` entries, from the tiles. What it gives is checked by its root alone. */
export async function treeAt(q: Db | Tx['q'], size: number): Promise<MerkleFrontier> {
  if (size <= 0) return emptyTree();
  return treeOf(BigInt(size), Buffer.concat(await peaksFromTiles(size, tilesOf(q))));
}

/** Adds leaf hashes to the tree, and returns what belongs into tiles above them by that. */
export function addLeaves(tree: MerkleFrontier, leaves: readonly Uint8Array[]): TileHash[] {
  return leaves.flatMap((leaf) => appendToTiles(tree, leaf).filter(({ level }) => level > 0));
}

/** For proofs from the book as it is now. What it gives is not checked. */
export function tilesOf(q: Db | Tx['q']): ReadTile {
  return async (level, index, width) => {
    const tile = await readTile(q, level, index, width);
    if (!tile) throw new Error(`the book has no ${width} hashes in tile ${level}/${index}`);
    return tile;
  };
}

/**
 * The first `width` hashes of a tile one after another, or null where the book has not so many yet. Level 0 is made of
 * the entries themselves.
 */
export async function readTile(
  q: Db | Tx['q'],
  level: number,
  index: number,
  width: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const from = BigInt(index) * BigInt(TILE_WIDTH);
  const rows = level === 0 ? await leavesAt(q, from, width) : await nodesAt(q, level, from, width);
  return rows.length === width ? Buffer.concat(rows.map((row) => row.hash)) : null;
}

/** Leaf hashes from a place on, in order; fewer than asked for at the end of the book. */
export function leavesAt(q: Db | Tx['q'], from: bigint, limit: number): Promise<{ hash: Buffer }[]> {
  return q
    .selectFrom('book.entry')
    .select('hash')
    .where('seq', '>=', from)
    .where('seq', '<', from + BigInt(limit))
    .orderBy('seq')
    .execute();
}

async function nodesAt(q: Db | Tx['q'], level: number, from: bigint, width: number): Promise<{ hash: Buffer }[]> {
  if (level > LEVELS_MAX) return [];
  return q
    .selectFrom('book.node')
    .select('hash')
    .where('level', '=', level)
    .where('index', '>=', from)
    .where('index', '<', from + BigInt(width))
    .orderBy('index')
    .execute();
}
