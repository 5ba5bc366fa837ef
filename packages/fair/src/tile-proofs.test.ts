import { beforeAll, describe, expect, test } from 'vitest';
import { concat, toHex, u32be } from './bytes.ts';
import { consistencyProof, verifyConsistency } from './consistency.ts';
import { inclusionProof, leafHash, MerkleFrontier, verifyInclusion } from './merkle.ts';
import { consistencyFromTiles, inclusionFromTiles, peaksFromTiles, type ReadTile } from './tile-proofs.ts';
import { appendToTiles, TILE_WIDTH, tileWidth } from './tiles.ts';

const SIZES = [1, 2, 3, 7, 255, 256, 257, 511, 512, 513, 1000, 65_535, 65_536, 65_537, 65_792, 70_000];
const SIZE = 70_000;
/** Root of the same leaves, computed by a recursive implementation in another language. */
const ROOT = '339ecf3ae716405fdc28cef164e45a785cade0d5bc3e1400a7a4d70d0b2dec9b';

const leaves = Array.from({ length: SIZE }, (_, index) => leafHash(u32be(index)));
const levels: Uint8Array[][] = [];
/** The tree at each of `SIZES`, and one leaf before. */
const trees = new Map<number, { root: Uint8Array; peaks: Uint8Array[] }>();

beforeAll(() => {
  const frontier = new MerkleFrontier();
  for (const leaf of leaves) {
    if (SIZES.includes(frontier.size) || SIZES.includes(frontier.size + 1)) keep(frontier);
    for (const { level, hash } of appendToTiles(frontier, leaf)) {
      levels[level] ??= [];
      levels[level].push(hash);
    }
  }
  keep(frontier);
});

function keep(frontier: MerkleFrontier): void {
  trees.set(frontier.size, { root: frontier.root(), peaks: frontier.peaks() });
}

/** Serves only what a log of this size has, and records the requested tiles. */
function logOf(size: number, requests: string[] = []): ReadTile {
  return (level, index, width) => {
    requests.push(`${level}/${index}.p/${width}`);
    if (width !== tileWidth(size, level, index)) return Promise.reject(new Error(`there is no ${requests.at(-1)}`));
    return Promise.resolve(concat(...(levels[level] ?? []).slice(index * TILE_WIDTH, index * TILE_WIDTH + width)));
  };
}

describe.each(SIZES)('a log of %i', (size) => {
  test('the peaks are those of the tree', async () => {
    const peaks = await peaksFromTiles(size, logOf(size));
    expect(peaks.map(toHex)).toEqual(trees.get(size)!.peaks.map(toHex));
    if (size === SIZE) expect(toHex(MerkleFrontier.fromPeaks(size, peaks).root())).toBe(ROOT);
  });

  test('inclusion is proven from the tiles of this size alone', async () => {
    const { root } = trees.get(size)!;
    for (const index of [0, 1, Math.floor(size / 2), size - 2, size - 1]) {
      if (index < 0 || index >= size) continue;
      const proof = await inclusionFromTiles(index, size, logOf(size));
      expect(verifyInclusion({ leafHash: leaves[index]!, index, size, proof, root })).toBe(true);
      if (size <= 1000) expect(proof).toEqual(inclusionProof(leaves.slice(0, size), index));
    }
  });

  test('consistency is proven from the tiles of this size alone', async () => {
    for (const from of [...trees.keys()].filter((smaller) => smaller <= size)) {
      const proof = await consistencyFromTiles(from, size, logOf(size));
      const claim = { from, to: size, fromRoot: trees.get(from)!.root, toRoot: trees.get(size)!.root };
      expect(verifyConsistency({ ...claim, proof })).toBe(true);
      if (size <= 1000) expect(proof).toEqual(consistencyProof(leaves.slice(0, size), from, size));
    }
  });
});

test('no tile is requested twice, and few are requested', async () => {
  const requests: string[] = [];
  await inclusionFromTiles(12_345, SIZE, logOf(SIZE, requests));
  expect(new Set(requests).size).toBe(requests.length);
  expect(requests.length).toBeLessThanOrEqual(5);
});

test('the empty log has no peaks and needs no tiles', async () => {
  const requests: string[] = [];
  expect(await peaksFromTiles(0, logOf(0, requests))).toEqual([]);
  expect(await consistencyFromTiles(0, SIZE, logOf(SIZE, requests))).toEqual([]);
  expect(requests).toEqual([]);
});

describe('a server that is not to be trusted', () => {
  const lies: [string, (tile: Uint8Array) => Uint8Array][] = [
    ['sends nothing', () => new Uint8Array(0)],
    ['sends less', (tile) => tile.slice(0, -32)],
    ['sends more', (tile) => concat(tile, new Uint8Array(32))],
    ['sends half a hash more', (tile) => concat(tile, new Uint8Array(16))],
  ];

  test.each(lies)('%s: the proof is rejected', async (_name, lie) => {
    const honest = logOf(SIZE);
    const lying: ReadTile = async (level, index, width) => lie(await honest(level, index, width));
    await expect(peaksFromTiles(SIZE, lying)).rejects.toThrow('another length');
    await expect(inclusionFromTiles(5, SIZE, lying)).rejects.toThrow('another length');
    await expect(consistencyFromTiles(5, SIZE, lying)).rejects.toThrow('another length');
  });

  test('changes a hash: every check of the proof fails', async () => {
    const honest = logOf(SIZE);
    const lying: ReadTile = async (level, index, width) => {
      const tile = (await honest(level, index, width)).slice();
      if (level === 1) tile[0]! ^= 1;
      return tile;
    };
    const { root } = trees.get(SIZE)!;
    const proof = await inclusionFromTiles(69_999, SIZE, lying);
    expect(verifyInclusion({ leafHash: leaves[69_999]!, index: 69_999, size: SIZE, proof, root })).toBe(false);
    const peaks = await peaksFromTiles(65_535, async (level, index) =>
      (await lying(level, index, tileWidth(SIZE, level, index))).subarray(0, tileWidth(65_535, level, index) * 32),
    );
    expect(toHex(MerkleFrontier.fromPeaks(65_535, peaks).root())).not.toBe(toHex(trees.get(65_535)!.root));
  });

  test('fails: so does the proof', async () => {
    const failing: ReadTile = () => Promise.reject(new Error('not there'));
    await expect(inclusionFromTiles(5, SIZE, failing)).rejects.toThrow('not there');
  });
});

test('a leaf or tree that cannot be is the caller’s mistake', async () => {
  const read = logOf(SIZE);
  for (const index of [-1, SIZE, 0.5, Number.NaN]) {
    await expect(inclusionFromTiles(index, SIZE, read)).rejects.toThrow(RangeError);
  }
  for (const from of [-1, SIZE + 1, 0.5])
    await expect(consistencyFromTiles(from, SIZE, read)).rejects.toThrow(RangeError);
  for (const size of [-1, 0.5, 2 ** 53]) await expect(peaksFromTiles(size, read)).rejects.toThrow(RangeError);
});
