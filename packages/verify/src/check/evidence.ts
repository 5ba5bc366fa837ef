/** Gathers the evidence beyond a draw's bundle: witnesses, the list of bets, the beacon. */
import {
  type DrawProof,
  decodeEntryAs,
  type FateClaim,
  gatherWitnessed,
  type Sources,
  type TableEntry,
  toHex,
  type VerifyOptions,
} from '@tercet/fair';
import { askBeacon } from './beacon-relays.ts';
import { type CheckContext, type KnownWitnesses, knownWitnesses } from './check-context.ts';
import type { Club, ListedEntry } from './club.ts';
import { originOf, type Trust, trustIn } from './trust.ts';
import { type AskedWitnesses, askWitnesses, type SilentWitness } from './witness-answers.ts';

/** Most slips in a period for which one draw's check recomputes the root. */
const LEAVES_MAX = 2_000_000;
const HASH_BYTES = 32;

export interface Gathered {
  trust: Trust;
  known: VerifyOptions;
  /** Verifier keys of the witnesses that answered. */
  answered: readonly string[];
  silent: readonly SilentWitness[];
  suggested: KnownWitnesses['suggested'];
  /** Why the club's list of tables was not read; null where it was, or was not asked for. */
  unlisted: string | null;
}

/** Facts about a draw from an earlier check. Those from a file are not trusted. */
export type Given = Pick<VerifyOptions, 'witnessed' | 'laterEntries' | 'leafHashes' | 'payoutMinor'> & {
  claims?: readonly FateClaim[];
};

/** Gathers evidence for a draw as the club shows it; null where it does not show the draw. */
export async function gather(asking: CheckContext, draw: DrawProof | null, given: Given): Promise<Gathered> {
  const { options, surroundings } = asking;
  const table = claimedTable(draw);
  const origin = originOf(options);
  const trust = await trustIn(options, table?.origin ?? origin ?? '');
  const { requested, suggested } = await knownWitnesses(asking, trust);
  const pinned = { ...(origin === undefined ? {} : { origin }), ...(trust.pinned && { logKey: trust.pinned }) };
  const nowMs = surroundings.nowMs();
  const known: VerifyOptions = { pinned, nowMs, claims: [...seenFates(trust), ...(given.claims ?? [])] };
  if (trust.firstSeen !== undefined) known.firstSeenLogKey = trust.firstSeen;
  if (given.payoutMinor !== undefined) known.payoutMinor = given.payoutMinor;
  if (asking.club === null) known.undated = true;
  if (draw === null || table === null) return { trust, known, answered: [], silent: [], suggested, unlisted: null };
  known.claims = known.claims?.filter(({ drawId }) => drawId === draw.drawId);
  const found: Found = { answers: [], partial: [], silent: [], unlisted: null };
  const sources = sourcesOf(asking, requested, table, found);
  // A malformed draw gathers nothing; the check judges it as it is.
  const terms = { pinned: trust.pinned ?? trust.firstSeen, followed: trust.state.note ?? undefined };
  const gathered = await gatherWitnessed(draw, sources, terms).catch(() => ({}));
  const { witnessed = [], laterEntries = given.laterEntries, consistency = [], tables } = gathered as VerifyOptions;
  Object.assign(
    known,
    ownBookOf(trust, consistency),
    confirmedIn(requested, found),
    tables === undefined ? {} : { tables },
  );
  known.witnessed = [...witnessed, ...(given.witnessed ?? [])];
  known.witnessAnswers = found.answers.map(({ witness }) => witness);
  if (laterEntries !== undefined) known.laterEntries = laterEntries;
  const leafHashes = asking.club === null ? given.leafHashes : await leafHashesOf(asking, draw);
  if (leafHashes !== undefined) known.leafHashes = leafHashes;
  // A signature without an entry is no result.
  if (Object.keys(draw.entries?.draw ?? {}).length === 0) {
    const terms = { relays: options.relays, guard: asking.guard, nowMs };
    const signature = await askBeacon(draw.drawId, table, terms);
    if (signature !== undefined) known.beaconSignature = signature;
  }
  return { trust, known, answered: known.witnessAnswers, silent: found.silent, suggested, unlisted: found.unlisted };
}

/** Remembered fates. Omits those without a time: older versions kept them without a pinned key. */
function seenFates({ state }: Trust): FateClaim[] {
  return state.fates.filter(({ seenMs }) => typeof seenMs === 'number');
}

/** The checkpoint up to which this machine followed the book. */
function ownBookOf({ state }: Trust, consistency: NonNullable<VerifyOptions['consistency']>): VerifyOptions {
  return state.note === null ? {} : { followed: state.note, consistency };
}

/**
 * The confirmed witnesses. An address without a key counts as the witness that answered there. If none answered, it
 * counts as one that no table names.
 */
function confirmedIn(requested: KnownWitnesses['requested'], { answers, silent }: AskedWitnesses): VerifyOptions {
  if (requested.length === 0) return {};
  const keyless = requested.filter(({ vkey, url }) => vkey === null && silent.some((one) => one.url === url));
  const known = [...requested.flatMap(({ vkey }) => vkey ?? []), ...answers.map(({ witness }) => witness)];
  return { confirmedWitnesses: [...new Set([...known, ...keyless.map(({ url }) => url)])] };
}

/** The table as the bundle claims it; null where it is missing or malformed. */
function claimedTable(draw: DrawProof | null): TableEntry | null {
  try {
    return draw === null ? null : decodeEntryAs('table', draw.table.entry.body);
  } catch {
    return null;
  }
}

/** The answers of the sources that the report names. */
type Found = AskedWitnesses & Pick<Gathered, 'unlisted'>;

/** Tables that the club lists. Null where they cannot be read, so that the step of the table stays open. */
async function tablesOf(club: Club, found: Found): Promise<ListedEntry[] | null> {
  try {
    return await club.entriesOf('table');
  } catch (error) {
    found.unlisted = (error as Error).message;
    return null;
  }
}

function sourcesOf(
  { club, guard }: CheckContext,
  witnesses: KnownWitnesses['requested'],
  table: TableEntry,
  found: Found,
): Sources {
  return {
    ...(club === null ? {} : { tables: () => tablesOf(club, found) }),
    async witnessed(fromSeconds, toSeconds) {
      const question = { origin: table.origin, fromSeconds, toSeconds, expected: table.witnesses };
      const { answers, partial, silent } = await askWitnesses(witnesses, question, guard);
      found.answers.push(...answers);
      found.silent.push(...silent);
      // Checkpoints of a witness that did not answer in full can only widen the window.
      return [...answers, { witness: '', notes: partial }];
    },
    async book(path) {
      const bytes = await club?.book(path);
      if (!bytes) throw new Error('the book does not serve it');
      return bytes;
    },
  };
}

/**
 * The leaf hashes of a sealed draw. Null where the club does not serve them, or says that there are more than this
 * command reads; undefined without a seal or club.
 */
async function leafHashesOf({ club }: CheckContext, draw: DrawProof): Promise<string[] | null | undefined> {
  const count = draw.slipCount;
  if (club === null || !draw.entries?.seal || typeof count !== 'number') return undefined;
  // Too many to read is not the same as not asked: the step stays open.
  if (count > LEAVES_MAX) return null;
  if (count === 0) return [];
  // One extra hash is enough to detect a list that is too long.
  const bytes = await club.packedSlips(draw.drawId, count + 1).catch(() => null);
  if (bytes === null || bytes.length % HASH_BYTES !== 0) return null;
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
    toHex(bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)),
  );
}
