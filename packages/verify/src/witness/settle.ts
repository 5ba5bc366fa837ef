import {
  consistencyFromTiles,
  equalBytes,
  fromHex,
  MerkleFrontier,
  peaksFromTiles,
  type ReadTile,
  toHex,
  verifyConsistency,
} from '@tercet/fair';

/** Reads the tiles of the house's book. */
interface Book {
  tile: ReadTile;
}

interface Tree {
  size: number;
  /** 32 bytes in hex. */
  root: string;
}

/**
 * What the house's tiles show of a signed tree whose proof was invalid. `consistent`: only the proof was bad.
 * `inconsistent`: the tree starts with another root than ours, as `proof` shows. `unproven`: the tiles do not belong to
 * the signed tree.
 */
export type Settlement =
  | { kind: 'consistent' | 'unproven' }
  | { kind: 'inconsistent'; beginsWith: string; proof: readonly string[] };

/**
 * Compares both trees. Anyone can send a signed checkpoint with a bad proof, which alone is no evidence against the
 * log.
 */
export async function settle(book: Book, ours: Tree, theirs: Tree): Promise<Settlement> {
  const toRoot = fromHex(theirs.root);
  if (!equalBytes(await rootFromTiles(book, theirs.size), toRoot)) return { kind: 'unproven' };
  const [fromRoot, proof] = await Promise.all([
    rootFromTiles(book, ours.size),
    consistencyFromTiles(ours.size, theirs.size, book.tile),
  ]);
  if (!verifyConsistency({ from: ours.size, to: theirs.size, fromRoot, toRoot, proof })) return { kind: 'unproven' };
  if (toHex(fromRoot) === ours.root) return { kind: 'consistent' };
  return { kind: 'inconsistent', beginsWith: toHex(fromRoot), proof: proof.map(toHex) };
}

async function rootFromTiles(book: Book, size: number): Promise<Uint8Array> {
  return MerkleFrontier.fromPeaks(size, await peaksFromTiles(size, book.tile)).root();
}
