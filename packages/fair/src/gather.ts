/**
 * What a verifier asks of others before it checks a draw, so that it need not trust the house for what the book showed
 * and when. `sources` do the asking: the network, a file or a test.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex, utf8 } from './bytes.ts';
import { chainOfTable, decodeEntryAs } from './entries.ts';
import type { TableEntry } from './entry-types.ts';
import { logKeysOf } from './log-keys.ts';
import { copiesOf, openSeen } from './place.ts';
import type { DrawProof, VerifyOptions } from './proof.ts';
import { timeOfRound, WITNESS_MARGIN_SECONDS } from './schedule.ts';
import { decodeBundle, entriesPath, TILE_WIDTH } from './tiles.ts';

/** The signed notes that one witness published. */
export interface WitnessAnswer {
  /** Verifier key of the witness. */
  witness: string;
  notes: readonly string[];
}

export interface Sources {
  /**
   * What the witnesses published between two moments (Unix seconds, both included). A witness that did not answer in
   * full is left out.
   */
  witnessed(fromSeconds: number, toSeconds: number): Promise<readonly WitnessAnswer[]>;
  /** A file of the book, such as `tile/entries/000.p/7`. */
  book(path: string): Promise<Uint8Array>;
}

/** A book is cosigned all the time, so a table that was witnessed at all has a checkpoint this long before the lock. */
const BEFORE_SECONDS = 120;
const ENTRIES_MAX = 20_000;

export type Gathered = Pick<VerifyOptions, 'witnessed' | 'witnessAnswers' | 'laterEntries'>;

/**
 * The witnesses' checkpoints around a draw, and the entries up to the largest that is in time. Empty where the table
 * names no witnesses. Without `laterEntries` where the book does not hand them out. Throws what `witnessed` throws, and
 * a TypeError on a draw without a well-formed table.
 */
export async function gatherWitnessed(draw: DrawProof, sources: Sources, pinned?: string): Promise<Gathered> {
  const table = decodeEntryAs('table', draw.table.entry.body);
  if (table.quorum === '0') return {};
  const tLock = Math.floor(draw.locksAtMs / 1000);
  const inTimeBy = timeOfRound(draw.round, chainOfTable(table)) - WITNESS_MARGIN_SECONDS;
  const answers = await sources.witnessed(tLock - BEFORE_SECONDS, inTimeBy);
  const witnessed = answers.flatMap(({ notes }) => notes);
  const gathered = { witnessed, witnessAnswers: answers.map(({ witness }) => witness) };
  const span = spanBehind(draw, table, { witnessed, inTimeBy, pinned });
  if (span === null) return gathered;
  try {
    return { ...gathered, laterEntries: await readEntriesOf(sources, span.from, span.to) };
  } catch {
    return gathered;
  }
}

interface SpanTerms {
  witnessed: readonly string[];
  inTimeBy: number;
  pinned: string | undefined;
}

/** The entries behind the house's window that a checkpoint in time covers; null where there are none. */
function spanBehind(draw: DrawProof, table: TableEntry, terms: SpanTerms): { from: number; to: number } | null {
  const { witnessed, inTimeBy, pinned } = terms;
  const keys = draw.book ? (logKeysOf(draw.book, pinned) ?? []) : [];
  const note = (draw.book?.inTime ?? draw.book?.before)?.note;
  const shown = note === undefined ? null : openSeen([note], table, keys);
  if (shown === null) return null;
  const inTime = witnessed.flatMap((one) => openSeen(copiesOf(one, witnessed), table, keys) ?? []);
  const sizes = inTime.filter(({ metAt }) => metAt !== null && metAt <= inTimeBy).map(({ size }) => size);
  const largest = Math.max(shown.size, ...sizes);
  return largest === shown.size || largest - shown.size > ENTRIES_MAX ? null : { from: shown.size, to: largest };
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
