import { hash } from 'node:crypto';
import {
  type Bet,
  greatestPayout,
  inByteOrder,
  isBet,
  SALT_BYTES,
  SLIP_TOTAL_MAX,
  type Stake,
  slipLeafData,
} from '@tercet/fair';
import { freshRandom } from '../crypto/random.ts';
import { newId } from '../db/ids.ts';
import type { Identity } from '../identity.ts';
import { Refusal } from '../refusal.ts';
import { type Lottery, type Schedule, scheduleOf } from './catalogue.ts';
import type { HouseTable } from './tables.ts';

/** A member's request to place a slip. */
export interface SlipRequest {
  /** Idempotency key of the client: a UUID, kept across retries. */
  key: string;
  drawId: string;
  selections: readonly Stake[];
}

/** A slip after all checks without the database, ready to be sent to it. Hashes are bytes. */
export interface PreparedSlip {
  identity: Identity;
  lottery: Lottery;
  table: HouseTable;
  schedule: Schedule;
  key: string;
  bodyHash: Buffer;
  slipId: string;
  selections: readonly Stake[];
  total: bigint;
  /** The house's largest possible loss by this slip: its largest payout minus its stakes, at least 0. */
  atRisk: bigint;
  salt: Buffer;
  commitment: Buffer;
  /** Selections in the format of the end of the leaf data. */
  leafTail: Buffer;
}

/** Checks a slip against its table and creates its commitment. Throws a `Refusal` that names the problem. */
export function prepareSlip(
  identity: Identity,
  lottery: Lottery,
  table: HouseTable,
  period: number,
  request: SlipRequest,
): PreparedSlip {
  const total = checkSelections(table, request.selections);
  const selections = inByteOrder(request.selections);
  const schedule = scheduleOf(lottery, table, period);
  const slipId = newId();
  const salt = freshRandom(SALT_BYTES);
  const commitment = commitTo(identity.userName, salt);
  const greatest = greatestPayout(selections, table.entryMultipliers);
  return {
    identity,
    lottery,
    table,
    schedule,
    key: request.key,
    bodyHash: hashBody(request.drawId, table.hash, selections),
    slipId,
    selections,
    total,
    atRisk: greatest > total ? greatest - total : 0n,
    salt,
    commitment,
    leafTail: leafTailOf(selections),
  };
}

function checkSelections(table: HouseTable, selections: readonly Stake[]): bigint {
  if (selections.length === 0) throw new Refusal('no-selection');
  const seen = new Set<Bet>();
  let total = 0n;
  for (const { bet, stakeMinor } of selections) {
    if (!isBet(bet) || stakeMinor <= 0n) throw new Refusal('bad-amount');
    if (seen.has(bet)) throw new Refusal('duplicate-bet', { bet });
    seen.add(bet);
    if (table.entryMultipliers[bet] === undefined) throw new Refusal('bet-not-offered', { bet });
    if (stakeMinor < table.stakeMin) throw new Refusal('stake-too-small', { minMinor: String(table.stakeMin), bet });
    if (stakeMinor > table.stakeMax) throw new Refusal('stake-too-large', { maxMinor: String(table.stakeMax), bet });
    total += stakeMinor;
  }
  if (total > table.slipMax || total > SLIP_TOTAL_MAX) {
    throw new Refusal('slip-too-large', { maxMinor: String(table.slipMax) });
  }
  return total;
}

/** H(lp(user name) ‖ lp(salt)), like `commitmentOf` of @tercet/fair, with the hash of Node.js. */
function commitTo(userName: string, salt: Buffer): Buffer {
  const name = Buffer.from(userName, 'utf8');
  const data = Buffer.allocUnsafe(2 + name.length + 2 + salt.length);
  data.writeUInt16BE(name.length, 0);
  name.copy(data, 2);
  data.writeUInt16BE(salt.length, 2 + name.length);
  salt.copy(data, 4 + name.length);
  return hash('sha256', data, 'buffer');
}

function hashBody(drawId: string, tableHash: string, selections: readonly Stake[]): Buffer {
  let body = `${drawId}\n${tableHash}`;
  for (const { bet, stakeMinor } of selections) body += `\n${bet} ${stakeMinor}`;
  return hash('sha256', body, 'buffer');
}

/** Parts of the leaf data shared by all slips of a period: before the slip id, and after the commitment. */
export interface PeriodLeaf {
  head: Buffer;
  middle: Buffer;
}

const CACHED_MAX = 256;
const cached = new Map<string, PeriodLeaf>();

/** Extracts the shared parts from leaf data written by @tercet/fair, so that the format is defined only there. */
export function periodLeaf(table: Pick<HouseTable, 'hash' | 'entry'>, schedule: Schedule): PeriodLeaf {
  const name = `${schedule.drawId} ${table.hash}`;
  const known = cached.get(name);
  if (known) return known;
  const data = slipLeafData({
    origin: table.entry.origin,
    drawId: schedule.drawId,
    slipId: '00000000-0000-0000-0000-000000000000',
    commitment: '00'.repeat(HASH_BYTES),
    tableHash: table.hash,
    round: schedule.round,
    tLock: schedule.locks,
    acceptedMs: 0,
    selections: [{ bet: 'big', stakeMinor: 1n }],
  });
  const end = data.length - leafTailOf([{ bet: 'big', stakeMinor: 1n }]).length - TIME_BYTES;
  const middleBytes = HASH_BYTES + 2 * TIME_BYTES;
  const made = {
    head: Buffer.from(data.subarray(0, end - middleBytes - HASH_BYTES - ID_BYTES)),
    middle: Buffer.from(data.subarray(end - middleBytes, end)),
  };
  if (cached.size >= CACHED_MAX) cached.clear();
  cached.set(name, made);
  return made;
}

const HASH_BYTES = 32;
const ID_BYTES = 16;
const TIME_BYTES = 8;

/** u16be(n) ‖ n × (lp(code) ‖ u64be(stake)). The selections are in byte order of their codes. */
export function leafTailOf(selections: readonly Stake[]): Buffer {
  const data = Buffer.allocUnsafe(selections.reduce((sum, { bet }) => sum + 2 + bet.length + TIME_BYTES, 2));
  let at = data.writeUInt16BE(selections.length, 0);
  for (const { bet, stakeMinor } of selections) {
    at = data.writeUInt16BE(bet.length, at);
    at += data.write(bet, at, 'latin1');
    at = data.writeBigUInt64BE(stakeMinor, at);
  }
  return data;
}

export interface LeafParts {
  table: Pick<HouseTable, 'hash' | 'entry'>;
  schedule: Schedule;
  slipId: string;
  commitment: Buffer;
  /** See `leafTailOf`. */
  leafTail: Buffer;
}

/** Complete leaf data of an accepted slip. */
export function leafDataOf(parts: LeafParts, acceptedMs: number): Buffer {
  const { head, middle } = periodLeaf(parts.table, parts.schedule);
  const time = Buffer.allocUnsafe(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(acceptedMs));
  const id = Buffer.from(parts.slipId.replaceAll('-', ''), 'hex');
  return Buffer.concat([head, id, parts.commitment, middle, time, parts.leafTail]);
}

/** Stakes ordered as in the table's layout. Null where nothing is staked. */
export function stakesByPlace(table: Pick<HouseTable, 'layout'>, selections: readonly Stake[]): (bigint | null)[] {
  const stakes = new Array<bigint | null>(table.layout.length).fill(null);
  for (const { bet, stakeMinor } of selections) stakes[table.layout.indexOf(bet)] = stakeMinor;
  return stakes;
}
