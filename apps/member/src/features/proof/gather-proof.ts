import {
  type Chain,
  chainKind,
  chainOfTable,
  type DrawProof,
  decodeEntryAs,
  gatherWitnessed,
  lockTime,
  parseDrawId,
  parseVerifierKey,
  placeOfOrigin,
  QUICKNET_RELAYS,
  roundFor,
  type TableEntry,
  timeOfRound,
  toHex,
  type VerifyOptions,
  verifyBeaconRound,
  type WitnessAnswer,
} from '@tercet/fair';
import { Refused, readBytesFrom, readJsonFrom } from '../../api/shared/external-fetch.ts';
import type { PinnedWitness } from '../pins/pin-store.ts';
import { askWitness } from './ask-witness.ts';

/** The servers to query besides the house, and what to request. */
export interface AskPlan {
  /** Witnesses with the addresses that the user confirmed. */
  witnesses: readonly PinnedWitness[];
  /** Base URL of the house: empty on its own pages, null if unknown or offline. */
  bookUrl: string | null;
  /** Key of the book: pinned by the user, or the first that this phone saw. */
  logKey?: string | undefined;
  /** Signed note of the newest checkpoint that this phone has verified. */
  followed?: string | undefined;
  /** Read the hashes of all bets if there are at most this many. Omitted: never read them. */
  leavesMax?: number;
  /** True: do not query the relays of the public beacon. */
  withoutBeacon?: boolean;
}

/** A plan that asks only the house, to prove that its book is the one that this phone follows. */
export function bookOnly({ bookUrl, logKey, followed }: AskPlan): AskPlan {
  return { witnesses: [], bookUrl, logKey, followed, withoutBeacon: true };
}

/**
 * `silent`: no answer, an incomplete one, or one without its own cosignatures. `unknown`: the user confirmed no
 * address.
 */
export interface WitnessReport {
  name: string;
  state: 'answered' | 'silent' | 'unknown';
}

/**
 * `house`: the house runs the beacon, which has no relay. `early`: the round is not due. `none`: the bundle names no
 * round.
 */
export interface BeaconReport {
  state: 'answered' | 'silent' | 'early' | 'house' | 'none';
  /** Host of the relay that answered; null if none did. */
  relay: string | null;
}

export interface SourcesReport {
  witnesses: readonly WitnessReport[];
  beacon: BeaconReport;
  /** False if a witness showed later entries of the book and the house does not provide them. */
  laterEntriesRead: boolean;
}

export type Gathered = Pick<
  VerifyOptions,
  'witnessed' | 'witnessAnswers' | 'laterEntries' | 'consistency' | 'tables' | 'beaconSignature' | 'leafHashes'
>;

const HASH_BYTES = 32;
const TOO_EARLY = 425;

/**
 * Asks the confirmed witnesses and the beacon, and reads the public hashes. Each request has a timeout. Never throws.
 */
export async function gatherProof(
  draw: DrawProof,
  plan: AskPlan,
): Promise<{ report: SourcesReport; gathered: Gathered }> {
  const table = tableOf(draw);
  if (table === null) return { report: { witnesses: [], beacon: HOUSE, laterEntriesRead: true }, gathered: {} };
  const schedule = scheduleOf(draw, table);
  const [seen, beacon, leafHashes] = await Promise.all([
    askWitnesses({ ...draw, ...schedule }, table, plan),
    askBeacon(chainOfTable(table), plan.withoutBeacon ? null : (schedule?.round ?? null)),
    readLeaves(draw, plan),
  ]);
  const { signature, ...reported } = beacon;
  const requested = { witnesses: seen.witnesses, beacon: reported, laterEntriesRead: seen.laterEntriesRead };
  const gathered: Gathered = { ...seen.gathered };
  if (signature !== null) gathered.beaconSignature = signature;
  if (leafHashes !== undefined) gathered.leafHashes = leafHashes;
  return { report: requested, gathered };
}

const HOUSE: BeaconReport = { state: 'house', relay: null };

function tableOf(draw: DrawProof): TableEntry | null {
  try {
    return decodeEntryAs('table', draw.table.entry.body);
  } catch {
    return null;
  }
}

/**
 * Round and lock, computed from the draw's id and table, not from the bundle's own fields. Null if either is invalid.
 */
function scheduleOf(draw: DrawProof, table: TableEntry): { round: number; locksAtMs: number } | null {
  try {
    const tLock = lockTime(parseDrawId(draw.drawId)?.period ?? -1, Number(table.period_seconds));
    return { round: roundFor(tLock, chainOfTable(table)), locksAtMs: tLock * 1000 };
  } catch {
    return null;
  }
}

async function askWitnesses(draw: DrawProof, table: TableEntry, plan: AskPlan) {
  const requested = new Map<string, WitnessReport>(
    table.witnesses.map((vkey) => [vkey, { name: parseVerifierKey(vkey)?.name ?? vkey, state: 'unknown' }]),
  );
  const place = placeOfOrigin(table.origin);
  const seen: string[] = [];
  let laterEntriesRead = true;

  async function askOne(witness: PinnedWitness, from: number, to: number): Promise<WitnessAnswer[]> {
    const { vkey } = witness;
    const { notes, complete } = await askWitness(witness, { place, from, to });
    seen.push(...notes);
    requested.set(vkey, { name: parseVerifierKey(vkey)?.name ?? vkey, state: complete ? 'answered' : 'silent' });
    return complete ? [{ witness: vkey, notes }] : [];
  }

  const sources = {
    ...(plan.bookUrl === null ? {} : { tables: () => readTables(plan.bookUrl ?? '') }),
    async witnessed(from: number, to: number) {
      return (await Promise.all(plan.witnesses.map((witness) => askOne(witness, from, to)))).flat();
    },
    async book(path: string) {
      const isEntries = path.startsWith('tile/entries/');
      if (isEntries) laterEntriesRead = false;
      const bytes = await readBookFile(plan.bookUrl, path);
      if (isEntries) laterEntriesRead = true;
      return bytes;
    },
  };
  let gathered: Gathered = {};
  try {
    gathered = await gatherWitnessed(draw, sources, { pinned: plan.logKey, followed: plan.followed });
  } catch {
    // The draw is malformed; its steps report that.
  }
  // Notes of a silent witness count as evidence, but not as its answer.
  if (seen.length > 0) gathered = { ...gathered, witnessed: seen };
  return { gathered, witnesses: [...requested.values()], laterEntriesRead };
}

/** Asks all relays at the same time. The first signature that verifies counts. */
async function askBeacon(chain: Chain, round: number | null): Promise<BeaconReport & { signature: string | null }> {
  if (chainKind(chain) !== 'quicknet') return { ...HOUSE, signature: null };
  if (round === null) return { state: 'none', relay: null, signature: null };
  if (timeOfRound(round, chain) * 1000 > Date.now()) return { state: 'early', relay: null, signature: null };
  const asks = QUICKNET_RELAYS.map(async (relay) => {
    const { signature } = (await readJsonFrom(`${relay}/${chain.hash}/public/${round}`)) as {
      signature?: unknown;
    };
    if (typeof signature !== 'string' || !verifyBeaconRound(chain, round, signature)) throw new Error(relay);
    return { state: 'answered' as const, relay: new URL(relay).host, signature };
  });
  return Promise.any(asks).catch((error: AggregateError) => {
    const early = error.errors.some((one) => one instanceof Refused && one.status === TOO_EARLY);
    return { state: early ? ('early' as const) : ('silent' as const), relay: null, signature: null };
  });
}

/**
 * The hashes of all bets of a sealed draw, to recompute its root. Null if the house does not provide them, undefined if
 * not requested.
 */
async function readLeaves(draw: DrawProof, { bookUrl, leavesMax = -1 }: AskPlan): Promise<string[] | null | undefined> {
  const { root, slipCount, drawId } = draw;
  if (bookUrl === null || typeof root !== 'string' || typeof slipCount !== 'number') return undefined;
  if (parseDrawId(drawId) === null) return undefined;
  if (slipCount > leavesMax) return undefined;
  try {
    const bytes = await readBytesFrom(`${bookUrl}/book/slips/${drawId}`);
    const places = Array.from({ length: Math.ceil(bytes.length / HASH_BYTES) }, (_, place) => place * HASH_BYTES);
    return places.map((at) => toHex(bytes.subarray(at, at + HASH_BYTES)));
  } catch {
    return null;
  }
}

const TABLE_PAGES_MAX = 50;

/** All tables in the house's list. */
async function readTables(bookUrl: string): Promise<{ seq: number; body: string }[]> {
  const tables: { seq: number; body: string }[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < TABLE_PAGES_MAX; page++) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = (await readJsonFrom(`${bookUrl}/api/book/entries?type=table&limit=100${more}`)) as {
      items: { seq: number; body: string }[];
      nextCursor?: string | null;
    };
    for (const { seq, body } of answer.items) tables.push({ seq, body: String(body) });
    cursor = answer.nextCursor ?? null;
  }
  return tables;
}

/** A file of the book. Falls back to the full tile, because a full tile no longer has partial tiles. */
async function readBookFile(bookUrl: string | null, path: string): Promise<Uint8Array> {
  if (bookUrl === null) throw new Error('no house of this book is known');
  const read = (name: string) => readBytesFrom(`${bookUrl}/book/${name}`);
  try {
    return await read(path);
  } catch (error) {
    const whole = path.replace(/\.p\/\d+$/, '');
    if (whole === path || !(error instanceof Refused)) throw error;
    return read(whole);
  }
}
