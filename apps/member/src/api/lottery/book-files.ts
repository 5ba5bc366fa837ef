import { entriesPath, TILE_WIDTH, tilePath } from '@tercet/fair';
import { get, getBytes } from '../shared/client.ts';
import { Problem } from '../shared/problem.ts';
import type { Page } from '../shared/types.ts';

/** Files of the public book, for verification. Workers use them, so this file must not import React. */

const PAGE = 100;
const HASH_BYTES = 32;
const text = new TextDecoder();

/** The signed note of the newest checkpoint. */
export async function readCheckpoint(signal?: AbortSignal): Promise<string> {
  return text.decode(await getBytes('/book/checkpoint', { signal, fresh: true }));
}

/** The first `width` hashes of a tile, concatenated. */
export async function readTile(level: number, index: number, width: number, signal?: AbortSignal): Promise<Uint8Array> {
  const read = (wide: number) => getBytes(`/book/${tilePath(level, index, wide)}`, { signal });
  return (await fullInstead(read, width)).subarray(0, width * HASH_BYTES);
}

/** A bundle of up to 256 entries. May hold more than `width`. */
export function readBundle(index: number, width: number, signal?: AbortSignal): Promise<Uint8Array> {
  return fullInstead((wide) => getBytes(`/book/${entriesPath(index, wide)}`, { signal }), width);
}

/** Reads a full tile or bundle if the partial one is gone, as it may be once the full one exists. */
async function fullInstead(read: (width: number) => Promise<Uint8Array>, width: number): Promise<Uint8Array> {
  try {
    return await read(width);
  } catch (error) {
    if (width === TILE_WIDTH || !(error instanceof Problem) || error.status !== 404) throw error;
    return read(TILE_WIDTH);
  }
}

export interface LoggedBody {
  seq: number;
  body: string;
}

/** Notices of changes of the book's key, oldest first. */
export async function readNotices(): Promise<LoggedBody[]> {
  return (await newestEntries('notice-of-change')).reverse();
}

/** Entries of one type, newest first, at most a hundred. */
export async function newestEntries(type: string): Promise<LoggedBody[]> {
  const { items } = await get<Page<LoggedBody>>('/api/book/entries', { query: { type, limit: PAGE } });
  return items.map(({ seq, body }) => ({ seq, body }));
}

/** The member's liability proof for the newest day; null if there is none. */
export async function readOwedFile(memberId: string): Promise<unknown> {
  return (await get<{ owed: unknown }>('/api/me/owed', { caller: memberId })).owed;
}
