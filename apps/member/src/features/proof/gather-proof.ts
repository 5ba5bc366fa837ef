import {
  type Chain,
  chainKind,
  chainOfTable,
  type DrawProof,
  decodeEntryAs,
  gatherWitnessed,
  parseVerifierKey,
  placeOfOrigin,
  QUICKNET_RELAYS,
  type TableEntry,
  timeOfRound,
  toHex,
  type VerifyOptions,
  verifyBeaconRound,
} from '@tercet/fair';
import { Refused, readBytesFrom, readJsonFrom } from '../../api/elsewhere.ts';

/** Whom to ask beside the house. */
export interface AskPlan {
  /** Where witnesses are reached. */
  witnesses: readonly { vkey: string; url: string }[];
  /** What stands before `/book/…` of the house; empty on its own pages. */
  bookUrl: string;
  /** The hashes of all bets are read where there are at most so many; not at all where it is left out. */
  leavesMax?: number;
}

/** `silent`: it did not answer, or with nothing that can be read; `unknown`: nobody says where it is reached. */
export interface WitnessAsked {
  name: string;
  state: 'answered' | 'silent' | 'unknown';
}

/** `house`: the beacon is the house's own, there is nobody else to ask. `early`: the round is not due yet. */
export interface BeaconAsked {
  state: 'answered' | 'silent' | 'early' | 'house';
  /** The relay that answered. */
  relay: string | null;
}

export interface Asked {
  witnesses: readonly WitnessAsked[];
  beacon: BeaconAsked;
  /** False where a witness showed more of the book than the house did, and the house does not show the rest. */
  laterEntriesRead: boolean;
}

export type Gathered = Pick<VerifyOptions, 'witnessed' | 'laterEntries' | 'beaconSignature' | 'leafHashes'>;

const HASH_BYTES = 32;
const TOO_EARLY = 425;

/**
 * Asks the witnesses of the draw's table and the beacon itself, and reads the public hashes. Waits some seconds at
 * most, and never throws.
 */
export async function gatherProof(draw: DrawProof, plan: AskPlan): Promise<{ asked: Asked; gathered: Gathered }> {
  const table = tableOf(draw);
  if (table === null) return { asked: { witnesses: [], beacon: HOUSE, laterEntriesRead: true }, gathered: {} };
  const [seen, beacon, leafHashes] = await Promise.all([
    askWitnesses(draw, table, plan),
    askBeacon(chainOfTable(table), draw),
    readLeaves(draw, plan),
  ]);
  const { signature, ...told } = beacon;
  const asked = { witnesses: seen.witnesses, beacon: told, laterEntriesRead: seen.laterEntriesRead };
  const gathered: Gathered = { ...seen.gathered };
  if (signature !== null) gathered.beaconSignature = signature;
  if (leafHashes !== null) gathered.leafHashes = leafHashes;
  return { asked, gathered };
}

const HOUSE: BeaconAsked = { state: 'house', relay: null };

function tableOf(draw: DrawProof): TableEntry | null {
  try {
    return decodeEntryAs('table', draw.table.entry.body);
  } catch {
    return null;
  }
}

async function askWitnesses(draw: DrawProof, table: TableEntry, plan: AskPlan) {
  const asked = new Map<string, WitnessAsked>(
    table.witnesses.map((vkey) => [vkey, { name: parseVerifierKey(vkey)?.name ?? vkey, state: 'unknown' }]),
  );
  const place = placeOfOrigin(table.origin);

  async function askOne(vkey: string, url: string, from: number, to: number): Promise<string[]> {
    const name = parseVerifierKey(vkey)?.name ?? vkey;
    try {
      const notes = notesOf(await readJsonFrom(`${url}/${place}/cosigned?from=${from}&to=${to}`));
      asked.set(vkey, { name, state: 'answered' });
      return notes;
    } catch {
      asked.set(vkey, { name, state: 'silent' });
      return [];
    }
  }

  let witnessed: readonly string[] = [];
  const sources = {
    async witnessed(from: number, to: number) {
      const named = plan.witnesses.filter(({ vkey }) => table.witnesses.includes(vkey));
      witnessed = (await Promise.all(named.map(({ vkey, url }) => askOne(vkey, url, from, to)))).flat();
      return witnessed;
    },
    book: (path: string) => readBookFile(plan.bookUrl, path),
  };
  try {
    const gathered = await gatherWitnessed(draw, sources);
    return { gathered, witnesses: [...asked.values()], laterEntriesRead: true };
  } catch {
    // What the witnesses showed stands, also where the house does not show the rest of it.
    return { gathered: { witnessed }, witnesses: [...asked.values()], laterEntriesRead: false };
  }
}

function notesOf(body: unknown): string[] {
  const list = (body as { checkpoints?: unknown } | null)?.checkpoints;
  if (!Array.isArray(list)) throw new Error('no list of checkpoints');
  return list.map((one: { note?: unknown } | null) => {
    if (typeof one?.note !== 'string') throw new Error('a checkpoint without its note');
    return one.note;
  });
}

/** Relays are asked at once, and none is believed: the first signature that verifies counts. */
async function askBeacon(chain: Chain, draw: DrawProof): Promise<BeaconAsked & { signature: string | null }> {
  if (chainKind(chain) !== 'quicknet') return { ...HOUSE, signature: null };
  if (timeOfRound(draw.round, chain) * 1000 > Date.now()) return { state: 'early', relay: null, signature: null };
  const asks = QUICKNET_RELAYS.map(async (relay) => {
    const { signature } = (await readJsonFrom(`${relay}/${chain.hash}/public/${draw.round}`)) as {
      signature?: unknown;
    };
    if (typeof signature !== 'string' || !verifyBeaconRound(chain, draw.round, signature)) throw new Error(relay);
    return { state: 'answered' as const, relay: new URL(relay).host, signature };
  });
  return Promise.any(asks).catch((error: AggregateError) => {
    const early = error.errors.some((one) => one instanceof Refused && one.status === TOO_EARLY);
    return { state: early ? ('early' as const) : ('silent' as const), relay: null, signature: null };
  });
}

/** All bets' hashes of a sealed draw, so that its root is computed anew and not believed; null where there are none. */
async function readLeaves(draw: DrawProof, { bookUrl, leavesMax = -1 }: AskPlan): Promise<string[] | null> {
  const { root, slipCount, drawId } = draw;
  if (root === null || slipCount === null || slipCount > leavesMax) return null;
  try {
    const bytes = await readBytesFrom(`${bookUrl}/book/slips/${drawId}`);
    const places = Array.from({ length: Math.ceil(bytes.length / HASH_BYTES) }, (_, place) => place * HASH_BYTES);
    return places.map((at) => toHex(bytes.subarray(at, at + HASH_BYTES)));
  } catch {
    return null;
  }
}

/** Once a part of the book is full, its earlier parts need not be kept. */
async function readBookFile(bookUrl: string, path: string): Promise<Uint8Array> {
  const read = (name: string) => readBytesFrom(`${bookUrl}/book/${name}`);
  try {
    return await read(path);
  } catch (error) {
    const whole = path.replace(/\.p\/\d+$/, '');
    if (whole === path || !(error instanceof Refused)) throw error;
    return read(whole);
  }
}
