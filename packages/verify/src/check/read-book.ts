/** Downloads a book and proves that what came is what its checkpoint signs. */
import { hash } from 'node:crypto';
import {
  type Checkpoint,
  consistencyFromTiles,
  decodeEntryAs,
  entryHash,
  inclusionFromTiles,
  leafHash,
  MerkleFrontier,
  openCheckpoint,
  peaksFromTiles,
  type ReadTile,
  readEntriesOf,
  type TableEntry,
  TILE_WIDTH,
  tilePath,
  toHex,
  utf8,
  verifyConsistency,
  verifyInclusionHex,
} from '@tercet/fair';
import type { Club } from './club.ts';
import { CheckFailure, EXIT } from './failure.ts';

export const nativeHash = (bytes: Uint8Array): string => hash('sha256', bytes, 'binary');

const BUNDLES_AT_ONCE = 8;

export interface SignedBook {
  checkpoint: Checkpoint;
  note: string;
}

/** The newest checkpoint. A breach where none of the keys signed it. */
export async function newestCheckpoint(club: Club, logKeys: readonly string[]): Promise<SignedBook> {
  const note = new TextDecoder().decode(await club.book('checkpoint'));
  const checkpoint = openCheckpoint(note, logKeys);
  if (checkpoint === null) {
    throw new CheckFailure(
      `BREACH: the checkpoint of ${club.address} is not signed with the key that it must have:\n${note}`,
      EXIT.breach,
    );
  }
  return { checkpoint, note };
}

/** A breach where the book does not continue what was seen before. */
export async function proveContinues(club: Club, seen: SignedBook, now: SignedBook): Promise<void> {
  const [old, fresh] = [seen.checkpoint, now.checkpoint];
  const fault = `${seen.note}\n${now.note}`;
  if (fresh.size < old.size) {
    throw new CheckFailure(
      `BREACH: the book was rolled back from ${old.size} entries to ${fresh.size}:\n${fault}`,
      EXIT.breach,
    );
  }
  const proof = await consistencyFromTiles(old.size, fresh.size, tilesOf(club));
  const claim = { from: old.size, to: fresh.size, fromRoot: bytesOf(old.root), toRoot: bytesOf(fresh.root), proof };
  if (!verifyConsistency(claim)) {
    throw new CheckFailure(`BREACH: the book was forked; these two cannot both be true:\n${fault}`, EXIT.breach);
  }
}

/** Bodies from a place up to the checkpoint's size, in order, each batch as it comes; at the end, the proof. */
export async function* readBook(club: Club, from: number, { size, root }: Checkpoint): AsyncGenerator<string[]> {
  const peaks = await peaksFromTiles(from, tilesOf(club));
  const tree = MerkleFrontier.fromPeaks(from, peaks, nativeHash);
  const step = BUNDLES_AT_ONCE * TILE_WIDTH;
  for (let at = from; at < size; ) {
    const end = Math.min(size, Math.floor(at / step + 1) * step);
    const parts: Promise<string[]>[] = [];
    for (let first = at; first < end; ) {
      const next = Math.min(end, Math.floor(first / TILE_WIDTH + 1) * TILE_WIDTH);
      parts.push(readEntriesOf(club, first, next));
      first = next;
    }
    const bodies = (await Promise.all(parts)).flat();
    for (const body of bodies) tree.append(leafHash(utf8(body)));
    yield bodies;
    at = end;
  }
  if (tree.size !== size || toHex(tree.root()) !== root) {
    throw new CheckFailure(
      'BREACH: the entries that the club gives are not those of its signed checkpoint.',
      EXIT.breach,
    );
  }
}

/** The tables before a place, each proved to be in the book. */
export async function tablesBefore(club: Club, place: number, { size, root }: Checkpoint): Promise<TableEntry[]> {
  const tables: TableEntry[] = [];
  for (const { seq, body } of await club.tables()) {
    if (seq >= place) continue;
    const proof = (await inclusionFromTiles(seq, size, tilesOf(club))).map(toHex);
    if (!verifyInclusionHex({ leafHash: entryHash(body), index: seq, size, proof, root })) {
      throw new CheckFailure(`BREACH: the table at ${seq} is not in the signed book.`, EXIT.breach);
    }
    tables.push(decodeEntryAs('table', body));
  }
  return tables;
}

function tilesOf(club: Club): ReadTile {
  return (level, index, width) => club.book(tilePath(level, index, width));
}

function bytesOf(hex: string): Uint8Array {
  return Buffer.from(hex, 'hex');
}
