/** Downloads a book in parts. They are not trusted: `BookCheck` compares them with the signed checkpoint. */
import { hash } from 'node:crypto';
import {
  type Checkpoint,
  consistencyFromTiles,
  decodeEntry,
  decodeEntryAs,
  type Entry,
  type EntryOf,
  entryHash,
  inclusionFromTiles,
  inclusionProof,
  leafHash,
  lockTime,
  openCheckpoint,
  parseDrawId,
  type ReadTile,
  readEntriesOf,
  type StopEntry,
  type TableEntry,
  TILE_WIDTH,
  tilePath,
  toHex,
  utf8,
  verifyConsistency,
  verifyInclusionHex,
} from '@tercet/fair';
import type { Club, ListedEntry } from './club.ts';
import { CheckFailure } from './failure.ts';

export const nativeHash = (bytes: Uint8Array): string => hash('sha256', bytes, 'binary');

const BUNDLES_AT_ONCE = 8;

export interface SignedBook {
  checkpoint: Checkpoint;
  note: string;
}

/** The book does not serve a required part. */
export class NotHandedOut extends Error {}

/** Opens a signed book. Null where none of the keys signed the note. */
export function openBook(note: string, logKeys: readonly string[]): SignedBook | null {
  const checkpoint = openCheckpoint(note, logKeys);
  return checkpoint && { note, checkpoint };
}

/**
 * Whether tiles prove that a book extends an earlier checkpoint. Throws `NotHandedOut`, and a TypeError on malformed
 * tiles.
 */
export async function continues(earlier: Checkpoint, now: Checkpoint, tiles: ReadTile): Promise<boolean> {
  const proof = await consistencyFromTiles(earlier.size, now.size, tiles);
  const [fromRoot, toRoot] = [earlier.root, now.root].map((root) => Buffer.from(root, 'hex'));
  if (fromRoot === undefined || toRoot === undefined) return false;
  return verifyConsistency({ from: earlier.size, to: now.size, fromRoot, toRoot, proof });
}

/** Yields bodies from an index up to a size, in order. Throws `NotHandedOut` where the club does not serve them. */
export async function* readBodies(club: Club, from: number, size: number): AsyncGenerator<string[]> {
  const step = BUNDLES_AT_ONCE * TILE_WIDTH;
  for (let at = from; at < size; ) {
    const end = Math.min(size, Math.floor(at / step + 1) * step);
    const parts: Promise<string[]>[] = [];
    for (let first = at; first < end; ) {
      const next = Math.min(end, Math.floor(first / TILE_WIDTH + 1) * TILE_WIDTH);
      parts.push(bodiesOf(club, first, next));
      first = next;
    }
    yield (await Promise.all(parts)).flat();
    at = end;
  }
}

async function bodiesOf(club: Club, from: number, to: number): Promise<string[]> {
  try {
    return await readEntriesOf({ book: handedOutBy(club) }, from, to);
  } catch (error) {
    if (error instanceof CheckFailure) throw error;
    throw new NotHandedOut(`entries ${from} to ${to}`);
  }
}

/** Throws `NotHandedOut` on a path that the club does not serve. */
function handedOutBy(club: Club) {
  return async (path: string): Promise<Uint8Array> => {
    const bytes = await club.book(path);
    if (bytes === null) throw new NotHandedOut(path);
    return bytes;
  };
}

export function tilesOf(club: Club): ReadTile {
  const read = handedOutBy(club);
  return (level, index, width) => read(tilePath(level, index, width));
}

/** The tables before an index. Null where the book does not prove one of them. */
export function provenTables(...args: ProofTerms): Promise<TableEntry[] | null> {
  return provenEntries('table', ...args);
}

/** The stops of betting before an index. Null where the book does not prove one of them. */
export function provenStops(...args: ProofTerms): Promise<StopEntry[] | null> {
  return provenEntries('stop', ...args);
}

type ProofTerms = [
  listed: readonly ListedEntry[],
  place: number,
  checkpoint: Pick<Checkpoint, 'size' | 'root'>,
  tiles: ReadTile,
];

async function provenEntries<T extends 'table' | 'stop'>(
  type: T,
  listed: readonly ListedEntry[],
  place: number,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  tiles: ReadTile,
): Promise<EntryOf<T>[] | null> {
  const proven: EntryOf<T>[] = [];
  for (const { seq, body } of listed) {
    if (seq >= place) continue;
    const proof = (await inclusionFromTiles(seq, size, tiles)).map(toHex);
    if (!verifyInclusionHex({ leafHash: entryHash(body), index: seq, size, proof, root })) return null;
    proven.push(decodeEntryAs(type, body));
  }
  return proven;
}

/** Entries before a wanted start among which an earlier one is looked for. */
const EARLIER_MAX = 8 * TILE_WIDTH;

/**
 * The index at which to start: at most the wanted one, and as close as possible without parting a seal from its draw,
 * since the draw would then be unproven. What a club serves here can only make the start earlier. Throws
 * `NotHandedOut`.
 */
export async function startOf(
  club: Club,
  since: string | null,
  checkpoint: Checkpoint,
  listed: readonly ListedEntry[],
): Promise<number> {
  const wanted = await wantedStart(club, since, checkpoint, listed);
  if (wanted === 0) return 0;
  const first = Math.max(0, wanted - EARLIER_MAX);
  const bodies: string[] = [];
  for await (const some of readBodies(club, first, Math.min(checkpoint.size, wanted + TILE_WIDTH)))
    bodies.push(...some);
  const whole = startsBetweenDraws(bodies.map(decoded)).findLast((start) => start <= wanted - first);
  return whole === undefined ? wanted : first + whole;
}

/** Indexes from which on every draw has its seal, in ascending order. */
function startsBetweenDraws(entries: readonly (Entry | null)[]): number[] {
  const sealedAt = new Map<string, number>();
  /** Changes of the number of draws that a start would part from their seals. */
  const changes = new Array<number>(entries.length + 1).fill(0);
  for (const [index, entry] of entries.entries()) {
    if (entry?.type === 'seal' && !sealedAt.has(entry.draw_id)) sealedAt.set(entry.draw_id, index);
    if (entry?.type !== 'draw') continue;
    const parted = (sealedAt.get(entry.draw_id) ?? -1) + 1;
    changes[parted] = (changes[parted] ?? 0) + 1;
    changes[index + 1] = (changes[index + 1] ?? 0) - 1;
  }
  let count = 0;
  return changes.flatMap((change, index) => {
    count += change;
    return count === 0 ? [index] : [];
  });
}

/**
 * The index that the reader named. A day starts at the last bundle whose seals all locked before it, found by binary
 * search. Each bundle that decides must be proven to be in the book, so that a club cannot shift the start. Throws
 * `NotHandedOut` where one is not.
 */
async function wantedStart(
  club: Club,
  since: string | null,
  { size, root }: Checkpoint,
  listed: readonly ListedEntry[],
): Promise<number> {
  if (since === null) return 0;
  if (/^\d{1,15}$/.test(since)) return Math.min(Number(since), size);
  const day = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(since) ? `${since}T00:00:00Z` : '');
  if (Number.isNaN(day)) throw new CheckFailure(`--since ${since}: expected a number or a day such as 2026-11-21.`);
  const tiles = tilesOf(club);
  const tables = await provenTables(listed, size, { size, root }, tiles);
  if (tables === null) throw new NotHandedOut('a table');
  const lengths = new Map(tables.map((table) => [table.key, Number(table.period_seconds)]));
  const isBefore = async (bundle: number): Promise<boolean> => {
    const at = bundle * TILE_WIDTH;
    const bodies = await bodiesOf(club, at, at + TILE_WIDTH);
    const locks = bodies.flatMap((body) => lockOfSeal(body, lengths) ?? []);
    if (locks.length === 0 || Math.max(...locks) >= day / 1000) return false;
    if (!(await isBundleIn(bodies, at, { size, root }, tiles))) throw new NotHandedOut(`entries from ${at}`);
    return true;
  };
  let [low, high] = [0, Math.max(0, Math.floor(size / TILE_WIDTH) - 1)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await isBefore(middle)) low = middle;
    else high = middle - 1;
  }
  return low * TILE_WIDTH;
}

/** Whether the book contains exactly these bodies, a full bundle, from `at` on. */
async function isBundleIn(
  bodies: readonly string[],
  at: number,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  tiles: ReadTile,
): Promise<boolean> {
  const leaves = bodies.map((body) => leafHash(utf8(body)));
  // The siblings inside the bundle are computed from all of it; the others come from the tiles.
  const inside = inclusionProof(leaves, 0);
  const proof = [...inside, ...(await inclusionFromTiles(at, size, tiles)).slice(inside.length)].map(toHex);
  return verifyInclusionHex({ leafHash: entryHash(bodies[0] ?? ''), index: at, size, proof, root });
}

/** Unix seconds at which the sealed period locked; null for other entries, since draws and voids may be late. */
function lockOfSeal(body: string, lengths: ReadonlyMap<string, number>): number | null {
  const entry = decoded(body);
  if (entry?.type !== 'seal') return null;
  const id = parseDrawId(entry.draw_id);
  const length = id === null ? undefined : lengths.get(id.key);
  return id === null || length === undefined ? null : lockTime(id.period, length);
}

function decoded(body: string): Entry | null {
  try {
    return decodeEntry(body);
  } catch {
    return null;
  }
}
