/**
 * Proofs built from a log's tiles. Tiles are untrusted: check each proof with `verifyInclusion` or `verifyConsistency`,
 * and peaks against a signed root. All functions reject with a TypeError on a tile of the wrong length, and with a
 * RangeError on an impossible leaf or tree.
 */
import { HASH_BYTES, merkleRootPacked, nodeHash } from './packed.ts';
import { TILE_WIDTH, tileWidth } from './tiles.ts';

/** Reads the hashes of a tile, `width` times 32 bytes. A rejection passes through to the caller. */
export type ReadTile = (level: number, index: number, width: number) => Promise<Uint8Array>;

/** The hash of the `index`-th full subtree of 2^height leaves. */
type ReadNode = (height: number, index: number) => Promise<Uint8Array>;

const TILE_HEIGHT = 8;
const HEIGHT_MAX = 53;

/** The peaks of the tree of `size` leaves, the largest first. */
export async function peaksFromTiles(size: number, readTile: ReadTile): Promise<Uint8Array[]> {
  assertOrder(0, size);
  const readNode = nodeReader(size, readTile);
  return Promise.all(subtreesOf(0, size).map(({ height, index }) => readNode(height, index)));
}

/** What `inclusionProof` returns for leaf `index` in the tree of `size` leaves. */
export async function inclusionFromTiles(index: number, size: number, readTile: ReadTile): Promise<Uint8Array[]> {
  assertOrder(index, size - 1);
  return Promise.all(neighboursUp(0, index, size, nodeReader(size, readTile)));
}

/** What `consistencyProof` returns for the trees of `from` and `to` leaves. */
export async function consistencyFromTiles(from: number, to: number, readTile: ReadTile): Promise<Uint8Array[]> {
  assertOrder(from, to);
  if (from === 0 || from === to) return [];
  const readNode = nodeReader(to, readTile);
  let height = 0;
  let index = from - 1;
  for (; index % 2 === 1; index = (index - 1) / 2) height++;
  const start = index === 0 ? [] : [readNode(height, index)];
  return Promise.all([...start, ...neighboursUp(height, index, to, readNode)]);
}

/** The siblings of a node, up to the root. At the right edge one may cover fewer leaves than 2^height. */
function neighboursUp(height: number, index: number, size: number, readNode: ReadNode): Promise<Uint8Array>[] {
  const proof: Promise<Uint8Array>[] = [];
  let at = index;
  for (let level = height; at > 0 || 2 ** level < size; level++) {
    const neighbour = at % 2 === 0 ? at + 1 : at - 1;
    const start = neighbour * 2 ** level;
    if (start + 2 ** level <= size) proof.push(readNode(level, neighbour));
    else if (start < size) proof.push(rangeRoot(start, size, readNode));
    at = Math.floor(at / 2);
  }
  return proof;
}

/** Root over the leaves from `start`, where an incomplete subtree begins, to the end of the tree. */
async function rangeRoot(start: number, size: number, readNode: ReadNode): Promise<Uint8Array> {
  const hashes = await Promise.all(subtreesOf(start, size).map(({ height, index }) => readNode(height, index)));
  return hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** The full subtrees over the leaves from `start` to `end`, largest first. */
function subtreesOf(start: number, end: number): { height: number; index: number }[] {
  const subtrees: { height: number; index: number }[] = [];
  let at = start;
  for (let height = HEIGHT_MAX; height >= 0; height--) {
    if (end - at < 2 ** height) continue;
    subtrees.push({ height, index: at / 2 ** height });
    at += 2 ** height;
  }
  return subtrees;
}

function nodeReader(size: number, readTile: ReadTile): ReadNode {
  const tiles = new Map<string, Promise<Uint8Array>>();
  return async (height, index) => {
    const level = Math.floor(height / TILE_HEIGHT);
    const count = 2 ** (height % TILE_HEIGHT);
    const first = index * count;
    const tileIndex = Math.floor(first / TILE_WIDTH);
    const name = `${level}/${tileIndex}`;
    const reading = tiles.get(name) ?? readChecked(readTile, level, tileIndex, tileWidth(size, level, tileIndex));
    tiles.set(name, reading);
    const at = (first % TILE_WIDTH) * HASH_BYTES;
    return merkleRootPacked((await reading).subarray(at, at + count * HASH_BYTES), count);
  };
}

async function readChecked(readTile: ReadTile, level: number, index: number, width: number): Promise<Uint8Array> {
  const tile = await readTile(level, index, width);
  if (tile.length !== width * HASH_BYTES)
    throw new TypeError(`tile ${level}/${index} has another length than it should`);
  return tile;
}

function assertOrder(smaller: number, size: number): void {
  if (!Number.isSafeInteger(smaller) || !Number.isSafeInteger(size) || smaller < 0 || smaller > size) {
    throw new RangeError('no such leaf or tree');
  }
}
