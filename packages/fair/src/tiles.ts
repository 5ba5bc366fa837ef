/**
 * A log as static files by c2sp.org/tlog-tiles: the tree's hashes and its entries in tiles of 256, each with its own
 * path. A hash at level n covers 256^n entries.
 */
import { concat, lp } from './bytes.ts';
import type { MerkleFrontier } from './merkle.ts';

/** Number of hashes or entries in a full tile. */
export const TILE_WIDTH = 256;

/** The tile at a path. Bundles of entries have the level `entries`. */
export interface TileName {
  level: number | 'entries';
  index: number;
  /** 1 … 256; below 256 the tile is partial. */
  width: number;
}

/** The tiles of one level: the full ones from index 0, then one of `partial` hashes unless that is 0. */
export interface TileLevel {
  level: number;
  full: number;
  partial: number;
}

/** A hash that tiles store: number `index` of its level, counted from the left over all tiles. */
export interface TileHash {
  level: number;
  index: number;
  hash: Uint8Array;
}

const LEVEL_MAX = 63;
const TILE_HEIGHT = 8;
const PATH_PATTERN = /^tile\/(entries|0|[1-9][0-9]?)\/((?:x[0-9]{3}\/){0,5}[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

/** `tile/0/x001/x234/067`, with `.p/<width>` where it is partial. Throws a RangeError where no such tile exists. */
export function tilePath(level: number, index: number, width: number = TILE_WIDTH): string {
  if (!Number.isSafeInteger(level) || level < 0 || level > LEVEL_MAX) throw new RangeError('no such level');
  return `tile/${level}/${indexPath(index, width)}`;
}

/**
 * `tile/entries/000.p/5`: the entries under the hashes of `tilePath(0, index, width)`. Throws a RangeError where no
 * such tile exists.
 */
export function entriesPath(index: number, width: number = TILE_WIDTH): string {
  return `tile/entries/${indexPath(index, width)}`;
}

/** Parses a path of `tilePath` or `entriesPath`; null on any other path. */
export function parseTilePath(path: unknown): TileName | null {
  const [, levelText, indexText, widthText] = (typeof path === 'string' && PATH_PATTERN.exec(path)) || [];
  if (levelText === undefined || indexText === undefined) return null;
  const level = levelText === 'entries' ? levelText : Number(levelText);
  const index = Number(indexText.replaceAll(/[x/]/g, ''));
  const width = widthText === undefined ? TILE_WIDTH : Number(widthText);
  const isWritten = width <= TILE_WIDTH && Number.isSafeInteger(index) && (level === 'entries' || level <= LEVEL_MAX);
  if (!isWritten) return null;
  const written = level === 'entries' ? entriesPath(index, width) : tilePath(level, index, width);
  return written === path ? { level, index, width } : null;
}

/** The tiles of a tree, from level 0 up. Bundles of entries are those of level 0. */
export function tilesOfSize(size: number): TileLevel[] {
  assertSize(size);
  const levels: TileLevel[] = [];
  for (let count = size; count > 0; count = Math.floor(count / TILE_WIDTH)) {
    const full = Math.floor(count / TILE_WIDTH);
    levels.push({ level: levels.length, full, partial: count % TILE_WIDTH });
  }
  return levels;
}

/** Number of hashes in this tile of a tree of `size` leaves; 0 where the tile does not exist. */
export function tileWidth(size: number, level: number, index: number): number {
  assertSize(size);
  const hashes = Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH;
  return Math.max(0, Math.min(TILE_WIDTH, hashes));
}

/**
 * Appends a leaf to the tree. Returns the hashes that tiles gain: the leaf's own at level 0, and above it the root of
 * each tile that the leaf fills.
 */
export function appendToTiles(frontier: MerkleFrontier, leafHash: Uint8Array): TileHash[] {
  const hashes: TileHash[] = [];
  frontier.append(leafHash, (height, index, hash) => {
    if (height % TILE_HEIGHT === 0) hashes.push({ level: height / TILE_HEIGHT, index, hash });
  });
  return hashes;
}

/**
 * Entries, each prefixed with its 2-byte length. Throws a TypeError on no entries, more than 256, or one above 65 535
 * bytes.
 */
export function encodeBundle(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length === 0 || entries.length > TILE_WIDTH) throw new TypeError('a bundle holds 1 to 256 entries');
  return concat(...entries.map((entry) => lp(entry)));
}

/** Copies of a bundle's entries; null unless the bytes are exactly what `encodeBundle` writes. */
export function decodeBundle(bytes: Uint8Array): Uint8Array[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + 2 > bytes.length || entries.length === TILE_WIDTH) return null;
    const end = at + 2 + view.getUint16(at);
    if (end > bytes.length) return null;
    entries.push(new Uint8Array(bytes.subarray(at + 2, end)));
    at = end;
  }
  return entries.length === 0 ? null : entries;
}

function indexPath(index: number, width: number): string {
  if (!Number.isSafeInteger(index) || index < 0) throw new RangeError('no such tile');
  if (!Number.isSafeInteger(width) || width < 1 || width > TILE_WIDTH) throw new RangeError('no such width');
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/[0-9]{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return width === TILE_WIDTH ? path : `${path}.p/${width}`;
}

function assertSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError('no such tree');
}
