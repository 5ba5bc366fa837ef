import { entriesPath, TILE_WIDTH, tilePath } from '@tercet/fair';
import { get, getBytes } from '../shared/client.ts';
import { Problem } from '../shared/problem.ts';
import type { Page } from '../shared/types.ts';

/** The files of the public book as they lie there, for checking. Workers read them, so nothing here knows React. */

const PAGE = 100;
const HASH_BYTES = 32;
const text = new TextDecoder();

/** The signed note of the newest checkpoint. */
export async function readCheckpoint(signal?: AbortSignal): Promise<string> {
  return text.decode(await getBytes('/book/checkpoint', { signal, fresh: true }));
}

/** Hashes of a tile, one after the other; the first `width` of them. */
export async function readTile(level: number, index: number, width: number, signal?: AbortSignal): Promise<Uint8Array> {
  const read = (wide: number) => getBytes(`/book/${tilePath(level, index, wide)}`, { signal });
  return (await fullInstead(read, width)).subarray(0, width * HASH_BYTES);
}

/** Up to 256 entries, as one bundle; more than `width` where that is all there is. */
export function readBundle(index: number, width: number, signal?: AbortSignal): Promise<Uint8Array> {
  return fullInstead((wide) => getBytes(`/book/${entriesPath(index, wide)}`, { signal }), width);
}

/** Once a tile is full, its partial tiles need not be stored. */
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

/** The changes of the book's key, oldest first. */
export async function readNotices(): Promise<LoggedBody[]> {
  return (await newestEntries('notice-of-change')).reverse();
}

/** Entries of one kind, newest first, a hundred at most. */
export async function newestEntries(type: string): Promise<LoggedBody[]> {
  const { items } = await get<Page<LoggedBody>>('/api/book/entries', { query: { type, limit: PAGE } });
  return items.map(({ seq, body }) => ({ seq, body }));
}

/** The member's liability proof for the newest day; null if there is none. */
export async function readOwedFile(memberId: string): Promise<unknown> {
  return (await get<{ owed: unknown }>('/api/me/owed', { caller: memberId })).owed;
}
