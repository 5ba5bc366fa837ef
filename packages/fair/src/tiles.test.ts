import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHex, u32be } from './bytes.ts';
import { leafHash, MerkleFrontier, merkleRoot } from './merkle.ts';
import {
  appendToTiles,
  decodeBundle,
  encodeBundle,
  entriesPath,
  parseTilePath,
  TILE_WIDTH,
  tilePath,
  tilesOfSize,
  tileWidth,
} from './tiles.ts';

// `vectors/log.json` holds published paths and sizes, and invalid ones.

describe('paths', () => {
  const widths = fc.integer({ min: 1, max: TILE_WIDTH });

  test('every tile and bundle comes back from its path', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 63 }), fc.maxSafeNat(), widths, (level, index, width) => {
        expect(parseTilePath(tilePath(level, index, width))).toEqual({ level, index, width });
        expect(parseTilePath(entriesPath(index, width))).toEqual({ level: 'entries', index, width });
      }),
    );
  });

  test('no two tiles share a path, and none lies where another is a folder', () => {
    const paths = new Set<string>();
    for (const index of [0, 1, 999, 1000, 1001, 999_999, 1_000_000]) {
      for (const width of [1, 255, TILE_WIDTH]) paths.add(tilePath(0, index, width));
    }
    expect(paths.size).toBe(21);
    for (const path of paths) {
      for (const other of paths) expect(other.startsWith(`${path}/`)).toBe(false);
    }
  });

  test('no such level, index or width is the caller’s mistake', () => {
    for (const level of [-1, 64, 0.5, Number.NaN]) expect(() => tilePath(level, 0)).toThrow(RangeError);
    for (const index of [-1, 0.5, 2 ** 53, Number.NaN]) expect(() => tilePath(0, index)).toThrow(RangeError);
    for (const width of [0, 257, 0.5, Number.NaN]) {
      expect(() => tilePath(0, 0, width)).toThrow(RangeError);
      expect(() => entriesPath(0, width)).toThrow(RangeError);
    }
    for (const path of [null, undefined, 5, {}]) expect(parseTilePath(path)).toBeNull();
  });
});

test('tilesOfSize and tileWidth speak of the same tiles', () => {
  fc.assert(
    fc.property(fc.oneof(fc.nat({ max: 200_000 }), fc.maxSafeNat()), (size) => {
      for (const { level, full, partial } of tilesOfSize(size)) {
        if (full > 0) expect(tileWidth(size, level, full - 1)).toBe(TILE_WIDTH);
        expect(tileWidth(size, level, full)).toBe(partial);
        expect(tileWidth(size, level, full + 1)).toBe(0);
      }
      expect(tileWidth(size, tilesOfSize(size).length, 0)).toBe(0);
    }),
  );
  for (const size of [-1, 0.5, 2 ** 53]) {
    expect(() => tilesOfSize(size)).toThrow(RangeError);
    expect(() => tileWidth(size, 0, 0)).toThrow(RangeError);
  }
});

test('a growing log fills every tile that its size has, in order, with the roots of what lies below', () => {
  const size = 66_000;
  const leaves = Array.from({ length: size }, (_, index) => leafHash(u32be(index)));
  const frontier = new MerkleFrontier();
  const levels: Uint8Array[][] = [[], [], []];
  for (const leaf of leaves) {
    for (const { level, index, hash } of appendToTiles(frontier, leaf)) {
      expect(index).toBe(levels[level]!.length);
      levels[level]!.push(hash);
    }
  }
  const expected = tilesOfSize(size).map(({ full, partial }) => full * TILE_WIDTH + partial);
  expect(levels.map((hashes) => hashes.length)).toEqual(expected);
  for (const index of [0, 1, 100, 256]) {
    const below = levels[0]!.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH);
    expect(toHex(levels[1]![index]!)).toBe(toHex(merkleRoot(below)));
  }
  expect(toHex(levels[2]![0]!)).toBe(toHex(merkleRoot(leaves.slice(0, 65_536))));
  expect(levels[0]!.map(toHex)).toEqual(leaves.map(toHex));
});

describe('bundles', () => {
  const entries = fc.array(fc.uint8Array({ maxLength: 50 }), { minLength: 1, maxLength: TILE_WIDTH });

  test('come back as they were, and not with a byte more or less', () => {
    fc.assert(
      fc.property(entries, (given) => {
        const bundle = encodeBundle(given);
        expect(decodeBundle(bundle)).toEqual(given);
        const shorter = decodeBundle(bundle.subarray(0, -1));
        expect(shorter === null || shorter.length < given.length).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test('hold entries of 65 535 bytes and no longer ones', () => {
    const longest = new Uint8Array(65_535).fill(1);
    expect(decodeBundle(encodeBundle([longest]))).toEqual([longest]);
    expect(() => encodeBundle([new Uint8Array(65_536)])).toThrow(TypeError);
  });

  test('hold 1 to 256 entries', () => {
    const entry = new Uint8Array(1);
    expect(decodeBundle(encodeBundle(Array(256).fill(entry)))).toHaveLength(256);
    expect(() => encodeBundle([])).toThrow(TypeError);
    expect(() => encodeBundle(Array(257).fill(entry))).toThrow(TypeError);
  });

  test('are read where they lie in a larger buffer, and copied', () => {
    const bundle = encodeBundle([Uint8Array.of(7, 8)]);
    const within = new Uint8Array(20).fill(9);
    within.set(bundle, 5);
    const read = decodeBundle(Buffer.from(within.buffer, 5, bundle.length));
    within.fill(0);
    expect(read).toEqual([Uint8Array.of(7, 8)]);
  });
});
