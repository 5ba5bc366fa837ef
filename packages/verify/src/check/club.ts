/** The commands' requests to a club. Its answers are not trusted. */
import { type DrawProof, parseDrawId } from '@tercet/fair';
import { getBytes, Unreachable } from '../net/get-bytes.ts';
import type { Guard } from '../net/guard.ts';
import { CheckFailure } from './failure.ts';

const JSON_BYTES_MAX = 64 * 1024 * 1024;
const FILE_BYTES_MAX = 32 * 1024 * 1024;
const HASH_BYTES = 32;
/** Values in a JSON answer, counted by its marks. Values without content would fill the memory from few bytes. */
const JSON_MARKS_MAX = 8_000_000;
/** Entries that a page of a list may have, as requested. */
const PAGE_ENTRIES = 100;
const PAGE_BYTES_MAX = 16 * 1024 * 1024;
/** Pages of a list that are read: 10,000 entries. */
const PAGES_MAX = 100;
/** Characters in all bodies of a list. */
const LIST_CHARS_MAX = 32 * 1024 * 1024;
/** Witnesses that a club may name. */
const NAMED_MAX = 100;

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
  /** All entries of a type, oldest first. Throws a `CheckFailure` on a list beyond the limits. */
  entriesOf(type: string): Promise<ListedEntry[]>;
}

const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

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
  const json = async <T>(path: string, bytesMax = JSON_BYTES_MAX): Promise<T | null> => {
    const bytes = await need(path, bytesMax);
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
    entriesOf: (type) => entriesOf((path) => json(path, PAGE_BYTES_MAX), type),
  };
}

type ReadPage = (path: string) => Promise<EntryPage | null>;

async function entriesOf(read: ReadPage, type: string): Promise<ListedEntry[]> {
  const found: ListedEntry[] = [];
  let chars = 0;
  let cursor: string | null = '';
  for (let page = 0; cursor !== null; page++) {
    if (page === PAGES_MAX) throw tooLong(type, `${PAGES_MAX} pages`);
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer: EntryPage | null = await read(`/api/book/entries?type=${type}&limit=${PAGE_ENTRIES}${query}`);
    const items = Array.isArray(answer?.items) ? answer.items : [];
    if (items.length > PAGE_ENTRIES) throw tooLong(type, `${PAGE_ENTRIES} entries on a page`);
    for (const item of items) {
      if (!isListed(item)) continue;
      chars += item.body.length;
      if (chars > LIST_CHARS_MAX) throw tooLong(type, `${LIST_CHARS_MAX} characters`);
      found.push(item);
    }
    cursor = typeof answer?.nextCursor === 'string' ? answer.nextCursor : null;
  }
  return found.sort((a, b) => a.seq - b.seq);
}

function tooLong(type: string, limit: string): CheckFailure {
  return new CheckFailure(`The club's list of ${type} entries is too long: more than ${limit}.`);
}

function isListed(item: Partial<ListedEntry> | null): item is ListedEntry {
  return Number.isSafeInteger(item?.seq) && typeof item?.body === 'string' && typeof item?.hash === 'string';
}

/** The well-formed witnesses among the first that the club names. */
export function namedWitnesses(house: HouseSays | null): NamedWitness[] {
  const listed = house?.book?.witnesses;
  return (Array.isArray(listed) ? (listed as Partial<NamedWitness>[]) : []).slice(0, NAMED_MAX).flatMap((one) => {
    const { vkey, url } = one ?? {};
    return typeof vkey === 'string' && typeof url === 'string' ? [{ vkey, url }] : [];
  });
}

/** Parses JSON. Throws a `CheckFailure` on malformed bytes, and on too many values. */
function parseJson<T>(bytes: Uint8Array, from: string): T {
  if (isOverfull(bytes)) throw new CheckFailure(`${from}: the response has too many values.`);
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch {
    throw new CheckFailure(`${from}: the response is not JSON.`);
  }
}

/** True for JSON text with more commas and opening brackets than the limit. */
function isOverfull(bytes: Uint8Array): boolean {
  let marks = 0;
  for (const byte of bytes) if (byte === COMMA || byte === BRACKET || byte === BRACE) marks++;
  return marks > JSON_MARKS_MAX;
}
