/**
 * Gathers evidence from others before a verifier checks a draw, so that it need not trust the house for the book's
 * contents and times. `sources` fetch it, from the network, a file or a test.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex, utf8 } from './bytes.ts';
import { isTableInForce } from './checks-book.ts';
import { chainOfTable, decodeEntryAs } from './entries.ts';
import type { TableEntry } from './entry-types.ts';
import { logKeysOf } from './log-keys.ts';
import { copiesOf, groupCopies, type OpenedCheckpoint, openSeen } from './place.ts';
import type { ConsistencyPart, DrawProof, ListedTable, VerifyOptions } from './proof.ts';
import { lockTime, parseDrawId, roundFor, timeOfRound, WITNESS_MARGIN_SECONDS } from './schedule.ts';
import { consistencyFromTiles, inclusionFromTiles, type ReadTile } from './tile-proofs.ts';
import { decodeBundle, entriesPath, TILE_WIDTH, tilePath } from './tiles.ts';

/** The signed notes that one witness published. */
export interface WitnessAnswer {
  /** Verifier key of the witness. */
  witness: string;
  notes: readonly string[];
}

export interface Sources {
  /**
   * What the witnesses published between two Unix seconds, both included. Omits a witness that did not answer in full.
   */
  witnessed(fromSeconds: number, toSeconds: number): Promise<readonly WitnessAnswer[]>;
  /** A file of the book, such as `tile/entries/000.p/7`. */
  book(path: string): Promise<Uint8Array>;
  /**
   * The `table` entries that the house lists; null where it does not list them. Absent where there is no house to
   * query.
   */
  tables?(): Promise<readonly { seq: number; body: string }[] | null>;
}

export interface GatherTerms {
  /** The pinned key, from which the book's keys follow. */
  pinned?: string | undefined;
  /** Signed note of the checkpoint up to which the reader followed the book. */
  followed?: string | undefined;
}

/** Witnesses cosign the book continuously, so a witnessed table has a checkpoint this many seconds before the lock. */
const BEFORE_SECONDS = 120;
const ENTRIES_MAX = 20_000;
const HASH_BYTES = 32;

export type Gathered = Pick<VerifyOptions, 'witnessed' | 'witnessAnswers' | 'laterEntries' | 'consistency' | 'tables'>;

/**
 * Gathers the witnesses' checkpoints around a draw, the entries up to the largest one in time, and a consistency proof
 * with the followed checkpoint. `sources` query the witnesses that the reader confirmed, whatever the table names.
 * Omits what the book does not serve. Rethrows errors of `witnessed`; throws a TypeError on a draw without a
 * well-formed id and table.
 */
export async function gatherWitnessed(draw: DrawProof, sources: Sources, terms: GatherTerms = {}): Promise<Gathered> {
  const table = decodeEntryAs('table', draw.table.entry.body);
  const id = parseDrawId(draw.drawId);
  if (id === null) throw new TypeError('the draw has no id');
  const chain = chainOfTable(table);
  const tLock = lockTime(id.period, Number(table.period_seconds));
  const inTimeBy = timeOfRound(roundFor(tLock, chain), chain) - WITNESS_MARGIN_SECONDS;
  const answers = await sources.witnessed(tLock - BEFORE_SECONDS, inTimeBy);
  const witnessed = [...new Set(answers.flatMap(({ notes }) => notes))];
  const gathered: Gathered = { witnessed, witnessAnswers: answers.map(({ witness }) => witness) };
  const listed = sources.tables === undefined ? undefined : await sources.tables().catch(() => null);
  if (listed === null) gathered.tables = null;
  const keys = draw.book ? (logKeysOf(draw.book, terms.pinned) ?? []) : [];
  const reach = reachOf(draw, table, { witnessed, inTimeBy, keys });
  if (listed) gathered.tables = await provenIn(sources, listed, { draw, key: table.key, period: id.period, reach });
  if (reach === null) return gathered;
  const [laterEntries, consistency] = await Promise.all([
    laterEntriesOf(sources, reach),
    consistencyOf(sources, reach, openFollowed(terms.followed, table, keys)),
  ]);
  if (laterEntries !== null) gathered.laterEntries = laterEntries;
  if (consistency !== null) gathered.consistency = [consistency];
  return gathered;
}

interface ListedTerms {
  draw: DrawProof;
  key: string;
  period: number;
  reach: Reach | null;
}

/**
 * The tables that the house lists. The first one that is newer than the draw's own and in force comes with its proof in
 * the tree before the lock. The check judges only that one, so a list of any length costs one proof.
 */
async function provenIn(
  sources: Sources,
  listed: readonly { seq: number; body: string }[],
  { draw, key, period, reach }: ListedTerms,
): Promise<ListedTable[]> {
  const size = reach?.first ?? 0;
  const own = draw.book?.table?.place?.index ?? 0;
  const first = listed.findIndex(({ seq, body }) => seq > own && seq < size && isTableInForce(body, key, period));
  const proof = await proofOf(sources, listed[first]?.seq, size);
  return listed.map(({ seq, body }, at) => ({ body, index: seq, proof: at === first ? proof : null }));
}

async function proofOf(sources: Sources, seq: number | undefined, size: number): Promise<string[] | null> {
  if (seq === undefined) return null;
  try {
    return (await inclusionFromTiles(seq, size, tilesIn(sources))).map(toHex);
  } catch {
    return null;
  }
}

/** The checkpoints at both ends of what the house shows, and the largest size that is in time. */
interface Reach {
  first: number;
  shown: number;
  last: number;
}

interface ReachTerms {
  witnessed: readonly string[];
  inTimeBy: number;
  keys: readonly string[];
}

/** The reach of the house's evidence. Null where no checkpoint of it opens. */
function reachOf(draw: DrawProof, table: TableEntry, { witnessed, inTimeBy, keys }: ReachTerms): Reach | null {
  const [before, inTime] = [draw.book?.before?.note, draw.book?.inTime?.note].map((note) =>
    typeof note === 'string' ? openSeen(copiesOf(note, witnessed), table, keys) : null,
  );
  const shown = inTime ?? before ?? null;
  if (shown === null) return null;
  const seen = [...groupCopies(witnessed).values()].flatMap((copies) => openSeen(copies, table, keys) ?? []);
  const sizes = seen.filter(({ metAt }) => metAt !== null && metAt <= inTimeBy).map(({ size }) => size);
  return { first: (before ?? shown).size, shown: shown.size, last: Math.max(shown.size, ...sizes) };
}

/** Entries after the house's window that a checkpoint in time covers; null where there are none. */
async function laterEntriesOf(sources: Sources, { shown, last }: Reach): Promise<string[] | null> {
  if (last === shown || last - shown > ENTRIES_MAX) return null;
  try {
    return await readEntriesOf(sources, shown, last);
  } catch {
    return null;
  }
}

function openFollowed(note: string | undefined, table: TableEntry, keys: readonly string[]): OpenedCheckpoint | null {
  return note === undefined ? null : openSeen([note], { ...table, witnesses: [], quorum: '0' }, keys);
}

/** Null where the followed checkpoint is inside the window: its entries are then compared directly. */
async function consistencyOf(
  sources: Sources,
  { first, last }: Reach,
  followed: OpenedCheckpoint | null,
): Promise<ConsistencyPart | null> {
  if (followed === null || (followed.size >= first && followed.size <= last)) return null;
  const [from, to] = [Math.min(followed.size, last), Math.max(followed.size, last)];
  try {
    return { from, to, proof: (await consistencyFromTiles(from, to, tilesIn(sources))).map(toHex) };
  } catch {
    return null;
  }
}

/** Reads tiles, and accepts a full tile in place of a partial one. */
function tilesIn(sources: Pick<Sources, 'book'>): ReadTile {
  return async (level, index, width) =>
    (await sources.book(tilePath(level, index, width))).subarray(0, width * HASH_BYTES);
}

/** The path segment under which a witness publishes a book's cosignatures: H(origin) in hex. */
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
