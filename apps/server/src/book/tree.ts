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

/** Tree from its frontier as stored in the database: concatenated, the largest first. */
export function treeOf(size: bigint, frontier: Buffer): MerkleFrontier {
  const hashes = Array.from({ length: frontier.length / HASH_BYTES }, (_, index) =>
    frontier.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
  return MerkleFrontier.fromPeaks(Number(size), hashes, hashText);
}

/** The empty tree. */
export function emptyTree(): MerkleFrontier {
  return new MerkleFrontier(hashText);
}

export function packFrontier(tree: MerkleFrontier): Buffer {
  return Buffer.concat(tree.peaks());
}

/** Tree of the first `size` entries, built from tiles. Unverified; the caller must compare its root. */
export async function treeAt(q: Db | Tx['q'], size: number): Promise<MerkleFrontier> {
  if (size <= 0) return emptyTree();
  return treeOf(BigInt(size), Buffer.concat(await peaksFromTiles(size, tilesOf(q))));
}

/** Appends leaf hashes to the tree, and returns the new hashes for the tiles above level 0. */
export function addLeaves(tree: MerkleFrontier, leaves: readonly Uint8Array[]): TileHash[] {
  return leaves.flatMap((leaf) => appendToTiles(tree, leaf).filter(({ level }) => level > 0));
}

/** Tile reader for proofs from the current book. Unverified. */
export function tilesOf(q: Db | Tx['q']): ReadTile {
  return async (level, index, width) => {
    const tile = await readTile(q, level, index, width);
    if (!tile) throw new Error(`the book has no ${width} hashes in tile ${level}/${index}`);
    return tile;
  };
}

/**
 * The first `width` hashes of a tile, concatenated. Null if the book has fewer entries. Level 0 comes from the
 * entries.
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

/** Leaf hashes from a place on, in order. Fewer than `limit` at the end of the book. */
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
