/** Establishes the keys of a book, from the reader's key along the announced changes. */
import {
  type BookEvidence,
  decodeEntryAs,
  inclusionFromTiles,
  NOTICES_MAX,
  parseCheckpointText,
  parseNote,
  type ReadTile,
  readLogKeys,
  toHex,
} from '@tercet/fair';
import type { ListedEntry } from './club.ts';

const PLACES_AT_ONCE = 8;

/**
 * `missing`: the path from the reader's key is incomplete. `refuted`: it leads to another key; the reason is a step's.
 */
export type BookKeys = { keys: string[] } | { missing: true } | { refuted: string };

/**
 * Reads the keys, and the place of each notice in the newest checkpoint. `trusted` is the starting key. Without one,
 * the key that the book names counts, and nothing is confirmed.
 */
export async function readBookKeys(
  note: string,
  terms: { logKey: string; notices: readonly ListedEntry[]; tiles: ReadTile; trusted: string | undefined },
): Promise<BookKeys> {
  const { logKey, notices, tiles, trusted } = terms;
  const places = await placesOf(notices, sizeOf(note), tiles);
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

/** The entries' places, a few at a time. Empty for more notices than a book may have, which `readLogKeys` refuses. */
async function placesOf(notices: readonly ListedEntry[], size: number, tiles: ReadTile) {
  const places: Awaited<ReturnType<typeof placeOf>>[] = [];
  if (notices.length > NOTICES_MAX) return places;
  for (let at = 0; at < notices.length; at += PLACES_AT_ONCE) {
    const some = notices.slice(at, at + PLACES_AT_ONCE);
    places.push(...(await Promise.all(some.map(({ seq }) => placeOf(seq, size, tiles)))));
  }
  return places;
}

/** The entry's place. Null where the book does not serve its tiles, or does not contain the entry yet. */
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

/** The listed entries that decode as the listed type. */
export function readable(type: 'notice-of-change' | 'stop' | 'table', entries: readonly ListedEntry[]): ListedEntry[] {
  return entries.filter(({ body }) => {
    try {
      decodeEntryAs(type, body);
      return true;
    } catch {
      return false;
    }
  });
}
