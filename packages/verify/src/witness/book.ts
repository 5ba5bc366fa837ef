import { hash } from 'node:crypto';
import {
  decodeBundle,
  entriesPath,
  MerkleFrontier,
  merkleRootPacked,
  type SealEntry,
  TILE_WIDTH,
  tilePath,
  toHex,
} from '@tercet/fair';
import { getBytes, streamBytes, Unreachable } from '../net/get-bytes.ts';

const HASH_BYTES = 32;
const BUNDLE_BYTES_MAX = TILE_WIDTH * (2 + 65_535);
/** More slips than any period can have. Bounds how much a seal can make a witness fetch. */
const SLIPS_MAX = 4_000_000;
const CHUNK_LEAVES = 8192;
const TIMEOUT_MS = 4000;
/** Extra time for long lists of leaves: half a second for each million bytes. */
const BYTES_A_MS = 2000;

/**
 * A log as its house serves it: c2sp.org/tlog-tiles, and the leaves of sealed periods. Its contents are not trusted.
 */
export class Book {
  readonly #url: string;

  /** `url` is that of the folder that contains `checkpoint` and `tile/`, such as `https://club.example/book`. */
  constructor(url: string) {
    this.#url = url.replace(/(?<!\/)\/+$/, '');
  }

  /** The first `width` bodies of a bundle of entries. Throws `Unreachable` where the house does not serve them. */
  async bundle(index: number, width: number): Promise<Uint8Array[]> {
    const bytes = await this.#tile((tileOfWidth) => entriesPath(index, tileOfWidth), width, BUNDLE_BYTES_MAX);
    const bodies = decodeBundle(bytes);
    if (bodies === null || bodies.length < width) {
      throw new Unreachable(`${this.#url}/${entriesPath(index, width)}: not a bundle of ${width} entries`);
    }
    return bodies.slice(0, width);
  }

  /** Reads the hashes of a tile; implements `ReadTile` of @tercet/fair. */
  readonly tile = async (level: number, index: number, width: number): Promise<Uint8Array> => {
    const bytes = await this.#tile(
      (tileOfWidth) => tilePath(level, index, tileOfWidth),
      width,
      TILE_WIDTH * HASH_BYTES,
    );
    if (bytes.length < width * HASH_BYTES || bytes.length % HASH_BYTES !== 0) {
      throw new Unreachable(`${this.#url}/${tilePath(level, index, width)}: not a tile of ${width} hashes`);
    }
    return bytes.subarray(0, width * HASH_BYTES);
  };

  /** Throws `Unreachable` unless the house serves exactly the sealed number of leaves and they give the seal's root. */
  async checkSeal({ draw_id: drawId, count, root }: SealEntry): Promise<void> {
    const url = `${this.#url}/slips/${drawId}`;
    const size = Number(count);
    if (size > SLIPS_MAX) throw new Unreachable(`${url}: ${count} slips are more than a witness reads`);
    const bytesMax = size * HASH_BYTES;
    const limits = { bytesMax, timeoutMs: TIMEOUT_MS + Math.ceil(bytesMax / BYTES_A_MS) };
    const tree = new LeafTree();
    for await (const piece of streamBytes(url, limits)) tree.add(piece);
    const found = tree.root();
    if (tree.bytes !== bytesMax || found === null) throw new Unreachable(`${url}: not the ${count} leaves of its seal`);
    if (found !== root) throw new Unreachable(`${url}: its leaves have another root than its seal`);
  }

  /** Reads a tile. Falls back to the full tile, since a log may delete partial tiles once it exists. */
  async #tile(path: (width: number) => string, width: number, bytesMax: number): Promise<Uint8Array> {
    const limits = { bytesMax, timeoutMs: TIMEOUT_MS };
    const bytes =
      (await getBytes(`${this.#url}/${path(width)}`, limits)) ??
      (width < TILE_WIDTH ? await getBytes(`${this.#url}/${path(TILE_WIDTH)}`, limits) : null);
    if (bytes === null) throw new Unreachable(`${this.#url}/${path(width)}: not there`);
    return bytes;
  }
}

/**
 * The root over leaf hashes that arrive in parts of any length. Hashes full subtrees of `CHUNK_LEAVES`: this takes half
 * the time of single leaves, yet never blocks other requests for long.
 */
class LeafTree {
  readonly #subtrees = new MerkleFrontier(hashText);
  readonly #chunk = new Uint8Array(CHUNK_LEAVES * HASH_BYTES);
  #filled = 0;
  bytes = 0;

  add(piece: Uint8Array): void {
    this.bytes += piece.length;
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + this.#chunk.length - this.#filled);
      this.#chunk.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === this.#chunk.length) this.#raise();
    }
  }

  /** The root in hex; null where a leaf is incomplete. Call it once, at the end. */
  root(): string | null {
    if (this.#filled % HASH_BYTES !== 0) return null;
    if (this.#filled > 0) this.#raise();
    return toHex(this.#subtrees.root());
  }

  /** Appends the current subtree. The last one may be smaller and takes the place of a full one. */
  #raise(): void {
    this.#subtrees.append(merkleRootPacked(this.#chunk, this.#filled / HASH_BYTES, hashText));
    this.#filled = 0;
  }
}

function hashText(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'binary');
}
