import { setImmediate as breathe } from 'node:timers/promises';
import {
  decodeEntry,
  fromHex,
  leafHash,
  MerkleFrontier,
  type NoticeOfChangeEntry,
  type SealEntry,
  TILE_WIDTH,
  toHex,
} from '@tercet/fair';
import { Unreachable } from '../net/get-bytes.ts';
import type { Book } from './book.ts';

/** A tree of the log, by its peaks in hex, largest first. */
export interface KnownTree {
  size: number;
  peaks: readonly string[];
}

export interface ReadOptions {
  book: Book;
  from: KnownTree;
  to: { size: number; root: string };
  /** Names (`sealName`) of seals that are already checked. Newly checked seals are added. */
  checkedSeals: Set<string>;
  /** Receives bodies as they are read. Only the end shows whether they lead to the root. */
  onBodies(seq: number, bodies: readonly string[]): Promise<void>;
}

/** A malformed entry under the signed root. */
export interface MalformedEntry {
  seq: number;
  body: Uint8Array;
  why: string;
}

export interface Reading {
  /** Peaks of the tree at `to`. */
  peaks: string[];
  notices: NoticeOfChangeEntry[];
  malformed: MalformedEntry | null;
}

const BUNDLES_AT_ONCE = 8;
const SEALS_AT_ONCE = 4;
const CHECKED_SEALS_MAX = 10_000;

/**
 * Reads all entries between two trees from the book. Checks that they lead from one to the other, that each is
 * well-formed, and that the leaves of each seal are public. Throws `Unreachable` where the book does not serve
 * everything.
 */
export async function readEntries(options: ReadOptions): Promise<Reading> {
  const { book, from, to, checkedSeals } = options;
  const peaks = from.peaks.map((peak) => fromHex(peak, 32));
  const tree = MerkleFrontier.fromPeaks(from.size, peaks);
  const reading: Reading = { peaks: [], notices: [], malformed: null };
  while (tree.size < to.size) {
    const seals: SealEntry[] = [];
    for (const bundle of await nextBundles(book, tree.size, to.size)) {
      const seq = tree.size;
      const bodies = bundle.slice(seq % TILE_WIDTH);
      for (const body of bodies) tree.append(leafHash(body));
      if (reading.malformed === null) seals.push(...decode(seq, bodies, reading));
      if (reading.malformed === null) await options.onBodies(seq, bodies.map(textOf));
      await breathe();
    }
    if (reading.malformed === null) await checkSeals(book, seals, checkedSeals);
  }
  if (toHex(tree.root()) !== to.root) {
    throw new Unreachable('the entries of the book do not give the root that was signed');
  }
  return { ...reading, peaks: tree.peaks().map(toHex) };
}

/** Reads bundles, several in parallel, from the one that contains entry `from`. */
function nextBundles(book: Book, from: number, size: number): Promise<Uint8Array[][]> {
  const first = Math.floor(from / TILE_WIDTH);
  const last = Math.min(first + BUNDLES_AT_ONCE, Math.ceil(size / TILE_WIDTH));
  const indexes = Array.from({ length: last - first }, (_, at) => first + at);
  return all(indexes, (index) => book.bundle(index, Math.min(TILE_WIDTH, size - index * TILE_WIDTH)));
}

/** Decodes bodies, records findings in the reading, and returns the seals. Stops at the first malformed entry. */
function decode(seq: number, bodies: readonly Uint8Array[], reading: Reading): SealEntry[] {
  const seals: SealEntry[] = [];
  for (const [index, body] of bodies.entries()) {
    try {
      const entry = decodeEntry(textOf(body));
      if (entry.type === 'notice-of-change') reading.notices.push(entry);
      if (entry.type === 'seal') seals.push(entry);
    } catch (error) {
      reading.malformed = { seq: seq + index, body, why: (error as Error).message };
      return seals;
    }
  }
  return seals;
}

async function checkSeals(book: Book, seals: readonly SealEntry[], checked: Set<string>): Promise<void> {
  const left = seals.filter((seal) => !checked.has(sealName(seal)));
  for (let at = 0; at < left.length; at += SEALS_AT_ONCE) {
    await all(left.slice(at, at + SEALS_AT_ONCE), async (seal) => {
      await book.checkSeal(seal);
      checked.add(sealName(seal));
    });
  }
  for (const name of checked) {
    if (checked.size <= CHECKED_SEALS_MAX) return;
    checked.delete(name);
  }
}

/** Runs the work in parallel. Waits for every item even after a failure, so that none continues unobserved. */
async function all<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const done = await Promise.allSettled(items.map(work));
  return done.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

function sealName({ draw_id, root, count }: SealEntry): string {
  return `${draw_id} ${root} ${count}`;
}

/** Text of a body. Non-ASCII bytes become non-ASCII characters, which no entry has. */
function textOf(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
}
