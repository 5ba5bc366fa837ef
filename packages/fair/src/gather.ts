/**
 * What a verifier asks of others before it checks a draw, so that it need not take the house's word for what the book
 * showed and when. The asking itself is the caller's: `sources` may be the network, a file or a test.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex, utf8 } from './bytes.ts';
import { chainOfTable, decodeEntryAs } from './entries.ts';
import { logKeysOf, openSeen } from './evidence.ts';
import type { DrawProof, VerifyOptions } from './proof.ts';
import { timeOfRound, WITNESS_MARGIN_SECONDS } from './schedule.ts';
import { decodeBundle, entriesPath, TILE_WIDTH } from './tiles.ts';

export interface Sources {
  /** Signed notes that witnesses published between two moments (unix seconds, both included). */
  witnessed(fromSeconds: number, toSeconds: number): Promise<readonly string[]>;
  /** A file of the book, such as `tile/entries/000.p/7`. */
  book(path: string): Promise<Uint8Array>;
}

/** A table that was witnessed at all was so within this time before the lock: the book is cosigned all the time. */
const BEFORE_SECONDS = 120;
const ENTRIES_MAX = 20_000;

/**
 * The witnesses' checkpoints around a draw, and the entries up to one that is larger than what the house showed. Empty
 * where the table names no witnesses. Throws what the sources throw, and an Error on a bundle of entries that is none.
 */
export async function gatherWitnessed(
  draw: DrawProof,
  sources: Sources,
): Promise<Pick<VerifyOptions, 'witnessed' | 'laterEntries'>> {
  const table = decodeEntryAs('table', draw.table.entry.body);
  if (!draw.book || table.quorum === '0') return {};
  const tLock = Math.floor(draw.locksAtMs / 1000);
  const inTimeBy = timeOfRound(draw.round, chainOfTable(table)) - WITNESS_MARGIN_SECONDS;
  const witnessed = await sources.witnessed(tLock - BEFORE_SECONDS, inTimeBy);
  const keys = logKeysOf(draw.book, undefined) ?? [];
  const shown = draw.book.inTime === null ? 0 : (openSeen([draw.book.inTime.note], table, keys)?.size ?? 0);
  const larger = witnessed.flatMap((note) => openSeen([note], table, keys) ?? []).map(({ size }) => size);
  const largest = Math.max(shown, ...larger);
  if (largest === shown || largest - shown > ENTRIES_MAX) return { witnessed };
  return { witnessed, laterEntries: await readEntriesOf(sources, shown, largest) };
}

/** The name under which a witness publishes what it cosigned of a book: H(origin) in hex. */
export function placeOfOrigin(origin: string): string {
  return toHex(sha256(utf8(origin)));
}

/** Bodies of the entries from `from` up to `to` (exclusive), from the book's bundles. */
export async function readEntriesOf(sources: Pick<Sources, 'book'>, from: number, to: number): Promise<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const bodies: string[] = [];
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < to; index++) {
    const width = Math.min(TILE_WIDTH, to - index * TILE_WIDTH);
    const bundle = decodeBundle(await sources.book(entriesPath(index, width)));
    if (bundle === null || bundle.length < width) throw new Error('the book gave no proper bundle of entries');
    const first = Math.max(0, from - index * TILE_WIDTH);
    for (const bytes of bundle.slice(first, width)) bodies.push(decoder.decode(bytes));
  }
  return bodies;
}
