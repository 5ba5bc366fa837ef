/** Which keys sign a book: from the reader's key along the changes that the book announces. */
import {
  type BookEvidence,
  decodeEntryAs,
  inclusionFromTiles,
  parseCheckpointText,
  parseNote,
  type ReadTile,
  readLogKeys,
  toHex,
} from '@tercet/fair';
import type { ListedEntry } from './club.ts';

/** `missing`: the path from the reader's key is not shown. `refuted`: it leads elsewhere, by a reason as in a step. */
export type BookKeys = { keys: string[] } | { missing: true } | { refuted: string };

/**
 * Reads the keys, with the place of each notice in the newest checkpoint. `trusted` is the key to start from; without
 * one the book's own word counts, and nothing is confirmed by it.
 */
export async function readBookKeys(
  note: string,
  terms: { logKey: string; notices: readonly ListedEntry[]; tiles: ReadTile; trusted: string | undefined },
): Promise<BookKeys> {
  const { logKey, notices, tiles, trusted } = terms;
  const places = await Promise.all(notices.map(({ seq }) => placeOf(seq, sizeOf(note), tiles)));
  const evidence: Pick<BookEvidence, 'logKey' | 'notices' | 'noticed'> = {
    logKey,
    notices: notices.map(({ body }) => body),
    noticed: notices.length === 0 ? null : { note, places },
  };
  try {
    const { keys, reason } = readLogKeys(evidence, trusted);
    return keys === null ? { refuted: reason } : { keys };
  } catch (error) {
    return error instanceof TypeError ? { refuted: 'bad-notice' } : { missing: true };
  }
}

/** Null where the book does not hand out its tiles, or does not reach so far yet. */
async function placeOf(seq: number, size: number, tiles: ReadTile) {
  if (seq >= size) return null;
  try {
    return { index: seq, proof: (await inclusionFromTiles(seq, size, tiles)).map(toHex) };
  } catch {
    return null;
  }
}

function sizeOf(note: string): number {
  return parseCheckpointText(parseNote(note)?.text ?? '')?.size ?? 0;
}

/** Those of the listed entries that can be read as what they are listed as. */
export function readable(type: 'notice-of-change' | 'table', entries: readonly ListedEntry[]): ListedEntry[] {
  return entries.filter(({ body }) => {
    try {
      decodeEntryAs(type, body);
      return true;
    } catch {
      return false;
    }
  });
}
