/** What the commands ask of a club, its witnesses and the beacon. Nothing of it is trusted. */
import {
  type DrawProof,
  parseDrawId,
  placeOfOrigin,
  QUICKNET,
  QUICKNET_RELAYS,
  type Sources,
  toHex,
} from '@tercet/fair';
import { getBytes, Unreachable } from '../net/get-bytes.ts';
import { CheckFailure } from './failure.ts';

const JSON_BYTES_MAX = 64 * 1024 * 1024;
const FILE_BYTES_MAX = 32 * 1024 * 1024;
const SLIPS_BYTES_MAX = 256 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const WITNESS_TIMEOUT_MS = 5_000;

export interface Club {
  address: string;
  house(): Promise<HouseSays>;
  draw(drawId: string): Promise<DrawProof>;
  /** Leaf hashes of a sealed draw, in hex. */
  slips(drawId: string): Promise<string[]>;
  /** Leaf hashes one after another, 32 bytes each. */
  packedSlips(drawId: string): Promise<Uint8Array>;
  book(path: string): Promise<Uint8Array>;
  /** All entries of a type, oldest first. */
  tables(): Promise<ListedEntry[]>;
  entriesOf(type: string): Promise<ListedEntry[]>;
}

export interface ListedEntry {
  seq: number;
  body: string;
  hash: string;
}

interface EntryPage {
  items: ListedEntry[];
  nextCursor: string | null;
}

export interface HouseSays {
  book: { origin: string; logKey: string | null; witnesses: { vkey: string; url: string }[] };
}

export function clubAt(address: string): Club {
  const packedSlips = async (drawId: string): Promise<Uint8Array> => {
    const bytes = await need(`${address}/book/slips/${drawId}`, SLIPS_BYTES_MAX);
    if (bytes.length % 32 !== 0) throw new CheckFailure(`${address}: the hashes of ${drawId} are cut short.`);
    return bytes;
  };
  const entriesOf = async (type: string): Promise<ListedEntry[]> => {
    const found: ListedEntry[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const url = `${address}/api/book/entries?type=${type}&limit=100${query}`;
      const page: EntryPage = await getJson<EntryPage>(url);
      found.push(...page.items);
      cursor = page.nextCursor;
    }
    return found.reverse();
  };
  return {
    address,
    house: () => getJson<HouseSays>(`${address}/api/house`),
    draw: (drawId) => {
      if (parseDrawId(drawId) === null)
        throw new CheckFailure(`"${drawId}" names no draw; one looks like dice-60/29743210.`);
      return getJson<DrawProof>(`${address}/api/draws/${drawId}`);
    },
    async slips(drawId) {
      const bytes = await packedSlips(drawId);
      return Array.from({ length: bytes.length / 32 }, (_, index) =>
        toHex(bytes.subarray(index * 32, index * 32 + 32)),
      );
    },
    packedSlips,
    book: (path) => need(`${address}/book/${path}`, FILE_BYTES_MAX),
    tables: () => entriesOf('table'),
    entriesOf,
  };
}

/** Club and witnesses as sources; a witness that does not answer is told to `onSilent` and left out. */
export function sourcesOf(
  club: Club,
  origin: string,
  witnesses: readonly string[],
  onSilent: (url: string) => void,
): Sources {
  return {
    book: club.book,
    async witnessed(fromSeconds, toSeconds) {
      const asked = witnesses.map((url) => witnessedBy(url, origin, fromSeconds, toSeconds).catch(() => silent(url)));
      return (await Promise.all(asked)).flat();
    },
  };

  function silent(url: string): string[] {
    onSilent(url);
    return [];
  }
}

/** Notes that a witness cosigned between two moments (unix seconds), page by page. */
async function witnessedBy(url: string, origin: string, from: number, to: number): Promise<string[]> {
  const notes: string[] = [];
  for (let until: number | null = to; until !== null && until >= from; ) {
    const address: string = `${url}/${placeOfOrigin(origin)}/cosigned?from=${from}&to=${until}`;
    const page: WitnessPage = await getJson<WitnessPage>(address, WITNESS_TIMEOUT_MS);
    notes.push(...page.checkpoints.map(({ note }) => note));
    until = typeof page.next === 'number' && page.next < until ? page.next : null;
  }
  return notes;
}

/** The newest first; `next` is the end of the span that holds the older ones. */
interface WitnessPage {
  checkpoints: { note: string }[];
  next?: number | null;
}

/** The signature of a round from the public beacon itself; undefined for a house's own, or where no relay answers. */
export async function askBeacon(draw: DrawProof): Promise<string | undefined> {
  if (draw.chain?.hash !== QUICKNET.hash) return undefined;
  for (const relay of QUICKNET_RELAYS) {
    try {
      const { signature } = await getJson<{ signature: string }>(
        `${relay}/${QUICKNET.hash}/public/${draw.round}`,
        WITNESS_TIMEOUT_MS,
      );
      return signature;
    } catch {
      // The next one may answer.
    }
  }
  return undefined;
}

async function getJson<T>(url: string, timeoutMs = TIMEOUT_MS): Promise<T> {
  const bytes = await need(url, JSON_BYTES_MAX, timeoutMs);
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch {
    throw new CheckFailure(`${url}: the answer is no JSON.`);
  }
}

async function need(url: string, bytesMax: number, timeoutMs = TIMEOUT_MS): Promise<Uint8Array> {
  let bytes: Uint8Array | null;
  try {
    bytes = await getBytes(url, { bytesMax, timeoutMs });
  } catch (error) {
    if (error instanceof Unreachable) throw new CheckFailure(error.message);
    throw error;
  }
  if (bytes === null) throw new CheckFailure(`${url}: there is no such thing here.`);
  return bytes;
}
