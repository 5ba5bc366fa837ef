import {
  type Canonical,
  type Chain,
  canonicalJson,
  chainKind,
  type DrawEntry,
  decodeEntryAs,
  diceOfEntry,
  drawDice,
  type EntryOf,
  type EntryType,
  encodeEntry,
  entryHash,
  openTime,
  type SealEntry,
  type VoidEntry,
  verifyBeaconRound,
} from '@tercet/fair';
import { coveredAtMs } from '../../book/book.ts';
import { readLogKeys } from '../../book/log-key.ts';
import { policyId, wasMetBefore } from '../../book/policy.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import { databaseNowMs, type Lottery } from '../../lottery/catalogue.ts';
import { type HouseTable, loadTables, storedMultipliers } from '../../lottery/tables.ts';
import type { PayStep } from '../periods.ts';
import { type Period, type PeriodState, periodStateOf } from '../periods.ts';
import { entriesOfDraw, type StoredEntry, standInBook, wasSealSeenInTime } from './pay-evidence.ts';

/**
 * Why nothing is paid. `entry`: the deciding entry is missing or not unique. `row`: a row contradicts its entry.
 * `place`: an entry is not in the book's tree. `seal-late`: no timely seal. `seal-in-time`: one is, for a void.
 */
export type PayFault =
  | 'entry'
  | 'row'
  | 'place'
  | 'seal-late'
  | 'seal-in-time'
  | 'signature'
  | 'dice'
  | 'round'
  | 'table';

/** The paying process could not verify the basis of a payment. Retrying does not help. */
export class PayRefused extends Error {
  override name = 'PayRefused';
  readonly fault: PayFault;
  readonly step: PayStep;

  constructor(period: Period, step: PayStep, fault: PayFault) {
    super(`${step} of ${period.drawId} is not paid: ${fault}`);
    this.fault = fault;
    this.step = step;
  }
}

/** Stakes of a late draw are not to be returned yet. Retrying later may help. */
export class PayTooEarly extends Error {
  override name = 'PayTooEarly';
}

/** Verified basis of a payment step: leaf hashes (hex) of the deciding entry and of the table. */
export interface PayCause {
  entry: string;
  table: string;
}

/**
 * Verifies the basis of a payment step: the table and its place in the book, the timely seal, the beacon's signature,
 * the dice, and the inclusion of each entry in the book's tree. `logKeys` are the book's verifier keys from this
 * process's configuration; null takes them from the database. Throws a `PayRefused` if any check fails.
 */
export async function verifyPayCause(
  db: Db,
  period: Period,
  step: PayStep,
  logKeys: readonly string[] | null = null,
): Promise<PayCause> {
  const fail = (fault: PayFault): never => {
    throw new PayRefused(period, step, fault);
  };
  const keys = logKeys ?? (await readLogKeys(db)).map(({ vkey }) => vkey);
  const table = (await verifiedTable(db, period, keys)) ?? fail('table');
  const { entries, deciding } = await transaction(db, async (tx) => {
    const entries = await entriesOfDraw(tx.q, period.drawId);
    const periodState = await periodStateOf(tx, period);
    const deciding = await DECIDING[step](tx, period, { entries, periodState, fail });
    return { entries, deciding };
  });
  if (!(await standInBook(db, entries, keys))) fail('place');
  return { entry: deciding.hash, table: table.hash };
}

interface Found {
  entries: readonly StoredEntry[];
  periodState: PeriodState;
  fail(fault: PayFault): never;
}

/** Returns the entry that decides a step. All but its inclusion in the book is verified. */
type Decide = (tx: Tx, period: Period, found: Found) => Promise<StoredEntry>;

const DECIDING: Record<PayStep, Decide> = { settle: decideSettle, refund: decideRefund, return: decideReturn };

async function decideSettle(tx: Tx, period: Period, found: Found): Promise<StoredEntry> {
  const { entries, periodState, fail } = found;
  await requireSealInTime(tx, period, found);
  const stored = only(entries, 'draw') ?? fail('entry');
  const entry: DrawEntry = decoded('draw', stored) ?? fail('entry');
  // A void entry beside the draw is valid only if it was overridden.
  if (periodState.void || (entries.some(({ type }) => type === 'void') && !periodState.wasVoid)) fail('entry');
  if (!(await isRowOfDraw(tx, period, stored, entry))) fail('row');
  if (entry.round !== String(period.round)) fail('round');
  const { chain } = period.table;
  if (!isSigned(period, entry.signature)) fail('signature');
  const { dice } = drawDice({
    chainHash: chain.hash,
    round: period.round,
    signature: entry.signature,
    drawId: period.drawId,
  });
  if (dice.join() !== diceOfEntry(entry).join()) fail('dice');
  return stored;
}

async function decideRefund(tx: Tx, period: Period, { entries, periodState, fail }: Found): Promise<StoredEntry> {
  const stored = only(entries, 'void') ?? fail('entry');
  decodedOf<VoidEntry>('void', stored, period) ?? fail('entry');
  const row = await tx.q
    .selectFrom('draw.void')
    .select('entry_seq')
    .where('lottery_id', '=', period.lottery.id)
    .where('period', '=', BigInt(period.period))
    .executeTakeFirst();
  if (row?.entry_seq !== stored.seq) fail('row');
  // Completes a refund that began before the override. The later payout is reduced by the refunded amount.
  if (periodState.wasVoid) return stored;
  if (periodState.drawn || entries.some(({ type }) => type === 'draw')) fail('entry');
  for (const seal of entries.filter(({ type }) => type === 'seal')) {
    if (await wasSealSeenInTime(tx, period, seal.seq)) fail('seal-in-time');
  }
  return stored;
}

async function decideReturn(tx: Tx, period: Period, found: Found): Promise<StoredEntry> {
  // Completes a return that has begun, even if the draw has become void since. No stake goes back twice.
  const isEnding = found.periodState.void && (await isBegun(tx, period, 'return'));
  const seal = isEnding
    ? (only(found.entries, 'seal') ?? found.fail('entry'))
    : await requireSealInTime(tx, period, found);
  // The clock may have gone back. The return waits.
  if ((await databaseNowMs(tx.q)) < period.draws * 1_000 + DAY_MS)
    throw new PayTooEarly(`${period.drawId} is not a day late`);
  return seal;
}

async function isBegun(tx: Tx, period: Period, step: PayStep): Promise<boolean> {
  const row = await tx.q
    .selectFrom('draw.settlement_step')
    .select('at')
    .where('lottery_id', '=', period.lottery.id)
    .where('period', '=', BigInt(period.period))
    .where('step', '=', step)
    .where('state', '=', 'begun')
    .executeTakeFirst();
  return row !== undefined;
}

/** The draw's only seal, which must be in time. Also used for overridden voids. */
async function requireSealInTime(tx: Tx, period: Period, { entries, fail }: Found): Promise<StoredEntry> {
  const stored = only(entries, 'seal') ?? fail('entry');
  const entry = decodedOf<SealEntry>('seal', stored, period) ?? fail('entry');
  const row = await tx.q
    .selectFrom('draw.seal')
    .select(['root', 'slip_count', 'entry_seq'])
    .where('lottery_id', '=', period.lottery.id)
    .where('period', '=', BigInt(period.period))
    .executeTakeFirst();
  const same = row?.entry_seq === stored.seq && row.root.toString('hex') === entry.root;
  if (!same || String(row.slip_count) !== entry.count) fail('row');
  if (!(await wasSealSeenInTime(tx, period, stored.seq))) fail('seal-late');
  return stored;
}

async function isRowOfDraw(tx: Tx, period: Period, stored: StoredEntry, entry: DrawEntry): Promise<boolean> {
  const row = await tx.q
    .selectFrom('draw.draw')
    .select(['round', 'signature', 'dice', 'entry_seq'])
    .where('lottery_id', '=', period.lottery.id)
    .where('period', '=', BigInt(period.period))
    .executeTakeFirst();
  return (
    row?.entry_seq === stored.seq &&
    String(row.round) === entry.round &&
    row.signature.toString('hex') === entry.signature &&
    row.dice.join() === entry.dice.join()
  );
}

/** The only entry of a type. Null if there is none or more than one. */
function only(entries: readonly StoredEntry[], type: EntryType): StoredEntry | null {
  const found = entries.filter((entry) => entry.type === type);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Null unless the body is a canonical entry of the type and matches its stored leaf hash. */
function decoded<T extends EntryType>(type: T, { body, hash }: StoredEntry): EntryOf<T> | null {
  try {
    return entryHash(body) === hash ? decodeEntryAs(type, body) : null;
  } catch {
    return null;
  }
}

/** Like `decoded`, for types that name their table. Entries without one count for the period's table. */
function decodedOf<E extends SealEntry | VoidEntry>(type: E['type'], stored: StoredEntry, { table }: Period): E | null {
  const entry = decoded(type, stored) as E | null;
  if (entry !== null) return entry.table === table.hash ? entry : null;
  try {
    const parsed = JSON.parse(stored.body) as object;
    const isOwn = entryHash(stored.body) === stored.hash && canonicalJson(parsed as Canonical) === stored.body;
    if ('table' in parsed || !isOwn) return null;
    return decodeEntryAs(type, encodeEntry({ ...parsed, table: table.hash } as E)) as E;
  } catch {
    return null;
  }
}

/** Cache of verified signatures. A pairing takes the draw several milliseconds. */
const signed = new Set<string>();
const SIGNED_MAX = 1_000;

/** The round that a signature must belong to. */
interface SignedPeriod {
  table: { chain: Chain };
  round: number;
}

/** Whether a signature belongs to the period's round, by the chain key of its table. */
export function isSigned({ table: { chain }, round }: SignedPeriod, signature: string): boolean {
  if (signed.has(nameOf({ table: { chain }, round }, signature))) return true;
  if (!verifyBeaconRound(chain, round, signature)) return false;
  noteSigned({ table: { chain }, round }, signature);
  return true;
}

/** Records that a signature was verified, for callers that verify in batches. */
export function noteSigned({ table: { chain }, round }: SignedPeriod, signature: string): void {
  if (signed.size >= SIGNED_MAX) signed.clear();
  signed.add(nameOf({ table: { chain }, round }, signature));
}

function nameOf({ table: { chain }, round }: SignedPeriod, signature: string): string {
  return `${chain.hash}/${chain.publicKey}/${round}/${signature}`;
}

/** Verified tables with their entries. Each table object is verified once per process. */
const verifiedTables = new WeakMap<HouseTable, StoredEntry>();

/**
 * The entry of the table that covers a period. Null unless it matches this process's table, its beacon is trusted, and
 * the book showed it before its first period.
 */
async function verifiedTable(
  db: Db,
  { table, lottery, period }: Period,
  logKeys: readonly string[],
): Promise<StoredEntry | null> {
  const newest = await db
    .selectFrom('lottery.odds_table')
    .select('id')
    .where('lottery_id', '=', lottery.id)
    .where('first_period', '<=', BigInt(period))
    .orderBy('first_period', 'desc')
    .limit(1)
    .executeTakeFirst();
  // A table published since then is loaded with the next catalogue. Until then nothing can be verified.
  if (newest?.id !== table.id) throw new Error(`the table of ${lottery.key}/${period} is not in the catalogue yet`);
  const known = verifiedTables.get(table);
  if (known) return known;
  const { tables } = await loadTables(db, table.id);
  const [saved] = tables;
  if (saved === undefined || !isSameTable(saved, table, lottery)) return null;
  if (!(await wasShownInTime(db, saved, lottery.periodSeconds))) return null;
  const stored = { seq: saved.entrySeq, type: 'table', body: saved.entryBody, hash: saved.hash };
  if (!(await standInBook(db, [stored], logKeys))) return null;
  verifiedTables.set(table, stored);
  return stored;
}

/** Whether the entry in the book matches this process's table and lottery and names a trusted beacon. */
function isSameTable(stored: HouseTable, table: HouseTable, lottery: Lottery): boolean {
  const { entry, entryMultipliers } = stored;
  // A row without the witnesses of its entry would make every seal timely.
  const policy = policyId({ witnesses: entry.witnesses, quorum: Number(entry.quorum) })?.toString('hex');
  return (
    [stored, table].every((one) => one.policy?.toString('hex') === policy) &&
    stored.hash === table.hash &&
    entryHash(stored.entryBody) === stored.hash &&
    entry.key === lottery.key &&
    entry.period_seconds === String(lottery.periodSeconds) &&
    entry.first_period === String(stored.firstPeriod) &&
    String(storedMultipliers(entryMultipliers)) === String(stored.multipliers) &&
    chainKind(stored.chain) !== 'unknown'
  );
}

/** Whether the book, and the table's witnesses if it names any, showed the table before its first period. */
async function wasShownInTime(db: Db, table: HouseTable, periodSeconds: number): Promise<boolean> {
  const opensMs = openTime(table.firstPeriod, periodSeconds) * 1_000;
  if (table.policy) return wasMetBefore(db, table.policy, table.entrySeq, opensMs);
  const coveredMs = await transaction(db, (tx) => coveredAtMs(tx, table.entrySeq));
  return coveredMs !== null && coveredMs < opensMs;
}
