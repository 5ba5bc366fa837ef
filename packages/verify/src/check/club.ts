/** The commands' requests to a club. Its answers are not trusted. */
import { type DrawProof, parseDrawId } from '@tercet/fair';
import { getBytes, Unreachable } from '../net/get-bytes.ts';
import type { Guard } from '../net/guard.ts';
import { CheckFailure } from './failure.ts';

const JSON_BYTES_MAX = 64 * 1024 * 1024;
const FILE_BYTES_MAX = 32 * 1024 * 1024;
const HASH_BYTES = 32;
const PAGES_MAX = 1000;

export interface ListedEntry {
  seq: number;
  body: string;
  hash: string;
}

export interface NamedWitness {
  vkey: string;
  url: string;
}

/** The fields that the commands read; each may be missing or malformed. */
export interface HouseSays {
  book?: { origin?: unknown; logKey?: unknown; witnesses?: unknown };
}

/**
 * Reads from a club. A read returns null where the club answers that the item does not exist. It throws a
 * `CheckFailure` where the club does not answer.
 */
export interface Club {
  address: string;
  /** Fetched once per run. */
  house(): Promise<HouseSays | null>;
  draw(drawId: string): Promise<DrawProof | null>;
  /** Concatenated leaf hashes of a sealed draw, at most `countMax`. */
  packedSlips(drawId: string, countMax: number): Promise<Uint8Array | null>;
  /** A file of the book. */
  book(path: string): Promise<Uint8Array | null>;
  /** All entries of a type, oldest first. */
  entriesOf(type: string): Promise<ListedEntry[]>;
}

interface EntryPage {
  items?: readonly Partial<ListedEntry>[];
  nextCursor?: unknown;
}

export function clubAt(address: string, guard: Guard, timeoutMs: number): Club {
  const need = async (path: string, bytesMax = JSON_BYTES_MAX): Promise<Uint8Array | null> => {
    try {
      return await getBytes(`${address}${path}`, { bytesMax, timeoutMs }, guard);
    } catch (error) {
      if (error instanceof Unreachable) throw new CheckFailure(error.message);
      throw error;
    }
  };
  const json = async <T>(path: string): Promise<T | null> => {
    const bytes = await need(path);
    return bytes === null ? null : parseJson<T>(bytes, `${address}${path}`);
  };
  let house: Promise<HouseSays | null> | undefined;
  return {
    address,
    house: () => {
      house ??= json<HouseSays>('/api/house');
      return house;
    },
    draw: (drawId) => {
      if (parseDrawId(drawId) === null)
        throw new CheckFailure(`"${drawId}" is not a draw id. An example is dice-60/29743210.`);
      return json<DrawProof>(`/api/draws/${drawId}`);
    },
    packedSlips: (drawId, countMax) => need(`/book/slips/${drawId}`, countMax * HASH_BYTES),
    book: (path) => need(`/book/${path}`, FILE_BYTES_MAX),
    entriesOf: (type) => entriesOf(json, type),
  };
}

async function entriesOf(json: <T>(path: string) => Promise<T | null>, type: string): Promise<ListedEntry[]> {
  const found: ListedEntry[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < PAGES_MAX; page++) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer: EntryPage | null = await json(`/api/book/entries?type=${type}&limit=100${query}`);
    for (const item of Array.isArray(answer?.items) ? answer.items : []) if (isListed(item)) found.push(item);
    cursor = typeof answer?.nextCursor === 'string' ? answer.nextCursor : null;
  }
  return found.sort((a, b) => a.seq - b.seq);
}

function isListed(item: Partial<ListedEntry> | null): item is ListedEntry {
  return Number.isSafeInteger(item?.seq) && typeof item?.body === 'string' && typeof item?.hash === 'string';
}

/** The well-formed witnesses among those that the club names. */
export function namedWitnesses(house: HouseSays | null): NamedWitness[] {
  const listed = house?.book?.witnesses;
  return (Array.isArray(listed) ? (listed as Partial<NamedWitness>[]) : []).flatMap((one) => {
    const { vkey, url } = one ?? {};
    return typeof vkey === 'string' && typeof url === 'string' ? [{ vkey, url }] : [];
  });
}

/** Parses JSON. Throws a `CheckFailure` on malformed bytes. */
function parseJson<T>(bytes: Uint8Array, from: string): T {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch {
    throw new CheckFailure(`${from}: the response is not JSON.`);
  }
}
