import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Bet,
  chainKind,
  chainOfTable,
  chanceOf,
  encodeEntry,
  isLotteryKey,
  isPeriodLength,
  MULTIPLIER_UNIT,
  type Multiplier,
  multipliersIn,
  multipliersOfTable,
  openTime,
  rtpOf,
  type TableEntry,
  type WitnessPolicy,
} from '@tercet/fair';
import { sql } from 'kysely';
import { lockHead, noteTreeHead } from '../../book/book.ts';
import { isPolicySound, policyId, recordPolicy, wasMetBefore } from '../../book/policy.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { databaseNowMs } from '../../lottery/catalogue.ts';
import { type HouseTable, layoutOf, loadTables, storedMultipliers } from '../../lottery/tables.ts';
import { TableRefused } from './table-faults.ts';

export interface RtpBand {
  /** In 1/10,000. */
  min: bigint;
  max: bigint;
}

/** Shortest time between writing a table and its first period. Witnesses need more time than a commit. */
const AHEAD_SECONDS = 3;
const WITNESSED_AHEAD_SECONDS = 15;
const LOOK_MS = 100;
/** Limit of polls. The database's clock may stand still. */
const LOOKS_MAX = 20_000;
/** Longest network delay of a cosignature dated before the first period. */
const LATE_ANSWER_MS = 2_000;

const LIVE_WITNESSES_MIN = 3;

export const RTP_BAND: RtpBand = { min: 9_200n, max: 9_800n };

/**
 * Publishes a table in the book. It is in force from the first period that begins after the book's checkpoint. Throws
 * `TableRefused` if a bet's exact RTP leaves the band, also at the smallest stake, or if a limit is invalid. Throws
 * it, too, if the checkpoint came too late: such a table takes no bets until another one replaces it. A table with
 * witnesses waits for them, which needs a running draw process.
 */
export async function publishTable(db: Db, entry: NewTableEntry, band = RTP_BAND): Promise<HouseTable> {
  const table = await transaction(db, (tx) => writeTable(tx, entry, { band }));
  await noteTreeHead(db);
  if (table.policy) await untilWitnessed(db, table, table.policy);
  else await assertCheckpointInTime(db, table);
  return table;
}

interface WriteOptions {
  band?: RtpBand;
  /** The proposal to publish. Required for processes, not for the owner. */
  proposalId?: string | null;
}

/**
 * First half of `publishTable`: writes the entry and the row in the caller's transaction. The caller must call
 * `noteTreeHead` right after the commit, or the table never comes into force. Throws `TableRefused`.
 */
export async function writeTable(
  tx: Tx,
  entry: NewTableEntry,
  { band = RTP_BAND, proposalId = null }: WriteOptions = {},
): Promise<HouseTable> {
  assertSound(entry, band);
  // Reads the clock under the book's lock. A writer that waited must not announce a period that has begun.
  await lockHead(tx);
  const { lotteryId, firstPeriod } = await firstPeriodOf(tx.q, entry);
  const policy = await recordPolicy(tx, policyOf(entry));
  const placed: TableEntry = { ...entry, type: 'table', first_period: String(firstPeriod) };
  const id = await writeEntryAndRow(tx, placed, { lotteryId, policy, proposalId });
  await sql`select pg_notify('tables', '')`.execute(tx.q);
  const { tables } = await loadTables(tx.q, id);
  if (!tables[0]) throw new Error('the new odds table cannot be read back');
  return tables[0];
}

/** A table entry whose first period is not known yet. */
export type NewTableEntry = Omit<TableEntry, 'type' | 'first_period'>;

/** Throws `TableRefused` for invalid rules. */
export function assertSound(entry: NewTableEntry, band: RtpBand): void {
  if (!isLotteryKey(entry.key)) throw new TableRefused('key', 'bad lottery key');
  if (!isPeriodLength(Number(entry.period_seconds), Number(entry.beacon_period))) {
    throw new TableRefused('period-length', 'a period is a whole part of a day and a multiple of the beacon’s');
  }
  if (!isPolicySound(policyOf(entry)))
    throw new TableRefused('witness-keys', 'each witness needs a cosignature key of its own');
  const [stakeMin, stakeMax] = [BigInt(entry.stake_min), BigInt(entry.stake_max)];
  if (stakeMin < 1n || stakeMax < stakeMin || BigInt(entry.slip_max) < stakeMax) {
    throw new TableRefused(
      'stakes',
      'stakes are from 1 up, the smallest not above the largest, and a slip holds the largest',
    );
  }
  const multipliers = multipliersOfTable(entry);
  for (const bet of layoutOf(multipliers)) {
    const list = listOf(bet, multipliers[bet]);
    for (const one of list) {
      if (one <= MULTIPLIER_UNIT) throw new TableRefused('win-below-stake', 'a win must pay more than the stake', bet);
      if (one * stakeMax >= 2n ** 62n)
        throw new TableRefused('win-too-large', 'the greatest win is too large to count', bet);
    }
    for (const stake of [stakeMin, MULTIPLIER_UNIT]) refuseOutOfBand(bet, list, stake, band);
    const rounded = { ...band, min: band.min - ROUNDING };
    for (const stake of stakesThatRound(bet, list, { stakeMin, stakeMax }, rounded)) {
      refuseOutOfBand(bet, list, stake, rounded);
    }
  }
}

/** The multipliers of a bet. Throws `TableRefused` unless there are as many as the bet has. */
function listOf(bet: Bet, multiplier: Multiplier = []): bigint[] {
  const list = [multiplier].flat().map(BigInt);
  if (list.length !== multipliersIn(bet)) {
    throw new TableRefused('other-bets', 'a table offers each bet of its layout, with all its multipliers', bet);
  }
  return list;
}

/**
 * RTP that rounding may cost beyond the band, for stakes between the smallest one and one without rounding: 0.1
 * percent.
 */
const ROUNDING = 10n;

function refuseOutOfBand(bet: Bet, multipliers: readonly bigint[], stake: bigint, { min, max }: RtpBand): void {
  const { num, den } = rtpOf(bet, multipliers, stake);
  if (num * 10_000n < min * den || num * 10_000n > max * den) {
    throw new TableRefused('out-of-band', `the RTP at a stake of ${stake} leaves the band`, bet);
  }
}

/**
 * Stakes at which rounding down might cost too much. A payout loses less than one unit, so above some stake the loss
 * is within the tolerance. The loss repeats with every 10,000 units of stake, as an ever smaller share.
 */
function* stakesThatRound(
  bet: Bet,
  multipliers: readonly bigint[],
  { stakeMin, stakeMax }: { stakeMin: bigint; stakeMax: bigint },
  { min }: RtpBand,
): Generator<bigint> {
  const whole = rtpOf(bet, multipliers, MULTIPLIER_UNIT);
  const chance = chanceOf(bet);
  const spare = (whole.num * 10_000n - min * whole.den) * chance.den;
  for (let stake = stakeMin; stake <= stakeMax && stake < stakeMin + MULTIPLIER_UNIT; stake++) {
    yield stake;
    if (spare * stake >= chance.num * whole.den * 10_000n) return;
  }
}

/**
 * The first period of a table published now. Throws `TableRefused` for another period length, for an entry that a live
 * house may not have, and if that period already has a new table.
 */
export async function firstPeriodOf(
  q: Db | Tx['q'],
  entry: NewTableEntry,
): Promise<{ lotteryId: number; firstPeriod: number }> {
  const lottery = await q
    .selectFrom('lottery.lottery')
    .select(['id', 'period_seconds'])
    .where('key', '=', entry.key)
    .executeTakeFirstOrThrow();
  if (String(lottery.period_seconds) !== entry.period_seconds) {
    throw new TableRefused('period-changed', 'a lottery keeps its period length for ever');
  }
  const { mode } = await q.selectFrom('house.house').select('mode').executeTakeFirstOrThrow();
  if (mode === 'live') assertFitForLive(entry);
  const firstPeriod = await earliestPeriod(q, entry);
  const last = await q
    .selectFrom('lottery.odds_table')
    .select((eb) => eb.fn.max('first_period').as('period'))
    .where('lottery_id', '=', lottery.id)
    .executeTakeFirst();
  if (last?.period != null && Number(last.period) >= firstPeriod) {
    throw new TableRefused('next-period-taken', 'the next period has a new table already');
  }
  return { lotteryId: lottery.id, firstPeriod };
}

/** The first period of a table that would be written now: the next one that leaves time for the book. */
export async function earliestPeriod(q: Db | Tx['q'], entry: NewTableEntry): Promise<number> {
  const aheadSeconds = policyId(policyOf(entry)) ? WITNESSED_AHEAD_SECONDS : AHEAD_SECONDS;
  const { rows } = await sql<{ first: bigint }>`
    select floor((extract(epoch from clock.now()) + ${aheadSeconds}::integer) / ${entry.period_seconds}::integer)::bigint + 1
      as first`.execute(q);
  return Number(rows[0]?.first);
}

/** Returns the id of the row. */
async function writeEntryAndRow(
  tx: Tx,
  entry: TableEntry,
  { lotteryId, policy, proposalId }: { lotteryId: number; policy: Buffer | null; proposalId: string | null },
): Promise<number> {
  const columns = { ...columnsOf(entry), lottery_id: lotteryId };
  const row = { ...columns, chain_hash: hexOf(columns.chain_hash), policy: policy && hexOf(policy) };
  const { rows } = await sql<{ id: number }>`
    select lottery.publish_table(${encodeEntry(entry)}, ${JSON.stringify(row, bigintText)}::jsonb,
      ${proposalId}::uuid) as id`.execute(tx.q);
  if (!rows[0]) throw new Error('insert into lottery.odds_table returned no row');
  return rows[0].id;
}

const hexOf = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;
/** Serializes bigint as text, because JSON has no bigint. */
const bigintText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** Inserts the row of a table whose entry is already in the book. Requires the owner. */
export async function insertTableRow(
  tx: Tx,
  entry: TableEntry,
  { seq, hash }: { seq: bigint; hash: string },
  { id, lotteryId, mode }: { id: number; lotteryId: number; mode: string },
): Promise<void> {
  const policy = await recordPolicy(tx, policyOf(entry));
  const place = { id, lottery_id: lotteryId, hash: Buffer.from(hash, 'hex'), entry_seq: seq, mode, policy };
  await tx.q
    .insertInto('lottery.odds_table')
    .values({ ...columnsOf(entry), ...place })
    .execute();
}

function columnsOf(entry: TableEntry) {
  return {
    first_period: BigInt(entry.first_period),
    chain_hash: Buffer.from(entry.chain_hash, 'hex'),
    beacon_genesis: BigInt(entry.genesis),
    beacon_period: Number(entry.beacon_period),
    multipliers: storedMultipliers(multipliersOfTable(entry)),
    stake_min: BigInt(entry.stake_min),
    stake_max: BigInt(entry.stake_max),
    slip_max: BigInt(entry.slip_max),
    member_cap: BigInt(entry.member_cap),
    period_cap: BigInt(entry.period_cap),
    min_balance: BigInt(entry.min_balance),
  };
}

/** For real money, requires the public beacon and enough witnesses. The database also enforces the beacon. */
function assertFitForLive(entry: NewTableEntry): void {
  const chain = chainOfTable({ ...entry, type: 'table', first_period: '0' });
  if (entry.beacon_kind !== 'drand' || chainKind(chain) !== 'quicknet') {
    throw new TableRefused('live-beacon', 'a live house draws by the public beacon (drand quicknet) and no other');
  }
  const { witnesses, quorum } = policyOf(entry);
  if (witnesses.length < LIVE_WITNESSES_MIN || quorum * 2 <= witnesses.length) {
    throw new TableRefused(
      'live-witnesses',
      `a live house names ${LIVE_WITNESSES_MIN} witnesses or more and asks for more than half`,
    );
  }
}

function policyOf({ witnesses, quorum }: Pick<TableEntry, 'witnesses' | 'quorum'>): WitnessPolicy {
  return { witnesses, quorum: Number(quorum) };
}

/** Waits until the witnesses have seen the table. It comes into force only if they see it before its first period. */
async function untilWitnessed(db: Db, table: HouseTable, policy: Buffer): Promise<void> {
  const opensMs = openTime(table.firstPeriod, Number(table.entry.period_seconds)) * 1_000;
  for (let look = 0; look < LOOKS_MAX; look++) {
    if (await wasMetBefore(db, policy, table.entrySeq, opensMs)) return;
    if ((await databaseNowMs(db)) >= opensMs + LATE_ANSWER_MS) break;
    await sleep(LOOK_MS);
  }
  throw new TableRefused('witnesses-late', 'its witnesses did not see the table before its first period');
}

/** Throws unless the book shows the table before its first period. Otherwise it never comes into force. */
async function assertCheckpointInTime(db: Db, table: HouseTable): Promise<void> {
  const row = await db
    .selectFrom('book.tree_head')
    .select('at')
    .where('size', '>', table.entrySeq)
    .orderBy('size')
    .limit(1)
    .executeTakeFirstOrThrow();
  const opens = openTime(table.firstPeriod, Number(table.entry.period_seconds)) * 1_000;
  if (row.at.getTime() >= opens)
    throw new TableRefused('book-late', 'the table reached the book too late for its first period');
}
