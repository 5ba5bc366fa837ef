/** Strict encoding and decoding of the public book's entries. Their fields are in `entry-types.ts`. */
import { BEACON_SCHEME, type Chain, chainKind, PUBLIC_KEY_BYTES, SIGNATURE_BYTES } from './beacon.ts';
import { isBet, isNumberBet, multipliersIn } from './bet-codes.ts';
import type { Multipliers } from './bets.ts';
import { concat, isHex, lp, toHex, utf8 } from './bytes.ts';
import { type Canonical, canonicalJson, parseCanonical } from './canonical.ts';
import type { Dice } from './draw.ts';
import type {
  AuditHeadEntry,
  DrawEntry,
  Entry,
  EntryOf,
  EntryType,
  LiabilitiesEntry,
  NoticeOfChangeEntry,
  RuleEntry,
  SealEntry,
  StopEntry,
  SwitchEntry,
  TableEntry,
  VoidEntry,
} from './entry-types.ts';
import { leafHash } from './merkle.ts';
import { isOrigin, SLIP_TOTAL_MAX } from './receipt.ts';
import { isLotteryKey, isPeriodLength, parseDrawId } from './schedule.ts';

type Check = (value: unknown) => boolean;
type Checks<T> = { [Field in Exclude<keyof T, 'type'>]: Check };

/** Maximum length of a body: tlog-tiles stores the length in two bytes. */
const BODY_BYTES_MAX = 65_535;
const DECIMAL_PATTERN = /^(?:0|[1-9][0-9]{0,18})$/;
const CODE_PATTERN = /^[a-z][a-z0-9-]{0,63}$/;
const WHAT_PATTERN = /^[a-z][a-z0-9/-]{0,63}$/;
const STOPPED_PATTERN = /^(?:betting|table\/[a-z][a-z0-9-]{0,31})$/;
/** Printable ASCII without quotes and backslashes. */
const ORDER_PATTERN = /^[ !#-[\]-~]{0,200}$/;
const PRINTABLE_PATTERN = /^[ -~]{1,1024}$/;
const I64_MAX = 2n ** 63n - 1n;
const WITNESSES_MAX = 32;
const TABLES_MAX = 256;
const LEAVES_MAX = 2n ** 40n;
const DATE_PATTERN = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const TURNOVER_FIELDS = ['key', 'paid', 'players', 'staked'];
const NOTICE_TAG = lp('tercet/v1/notice-of-change');

/** Minimum number of players for publishing a table's turnover. A sum over fewer would reveal what each member did. */
export const TURNOVER_PLAYERS_MIN = 20;
/** Notice in seconds before the book's key changes. */
export const NOTICE_SECONDS = 7 * 86_400;

const drawId: Check = (value) => parseDrawId(value) !== null;
const count: Check = (value) => isDecimal(value, SLIP_TOTAL_MAX);
const total: Check = (value) => isDecimal(value, I64_MAX);
const code: Check = (value) => typeof value === 'string' && CODE_PATTERN.test(value);
const printable: Check = (value) => typeof value === 'string' && PRINTABLE_PATTERN.test(value);
const isDie: Check = (value) => typeof value === 'string' && /^[1-6]$/.test(value);
const hash: Check = (value) => isHex(value, 32);

const TABLE: Checks<TableEntry> = {
  key: isLotteryKey,
  period_seconds: count,
  first_period: count,
  chain_hash: hash,
  public_key: (value) => isHex(value, PUBLIC_KEY_BYTES),
  scheme: (value) => value === BEACON_SCHEME,
  genesis: count,
  beacon_period: count,
  beacon_kind: (value) => value === 'drand' || value === 'local',
  multipliers: isMultipliers,
  stake_min: count,
  stake_max: count,
  slip_max: count,
  member_cap: total,
  period_cap: total,
  min_balance: total,
  receipt_key: hash,
  witnesses: (value) => Array.isArray(value) && value.length <= WITNESSES_MAX && value.every(printable),
  quorum: count,
  build: printable,
  origin: isOrigin,
};
const SEAL: Checks<SealEntry> = { draw_id: drawId, root: hash, count, table: hash };
const DRAW: Checks<DrawEntry> = {
  draw_id: drawId,
  round: (value) => count(value) && value !== '0',
  signature: (value) => isHex(value, SIGNATURE_BYTES),
  dice: (value) => Array.isArray(value) && value.length === 3 && value.every(isDie),
};
const VOID: Checks<VoidEntry> = { draw_id: drawId, reason: code, table: hash };
const SWITCH: Checks<SwitchEntry> = {
  what: isWhat,
  state: (value) => value === 'on' || value === 'off',
  reason: code,
  from: count,
};
const STOP: Checks<StopEntry> = {
  what: (value) => typeof value === 'string' && STOPPED_PATTERN.test(value),
  reason: code,
  authority: isOrderText,
  reference: isOrderText,
  from: count,
  until: count,
};
const LIABILITIES: Checks<LiabilitiesEntry> = {
  date: isDate,
  epoch: count,
  root: hash,
  total,
  leaves: (value) => isDecimal(value, LEAVES_MAX) && isPowerOfTwo(BigInt(value)),
  turnover: isTurnover,
};
const AUDIT_HEAD: Checks<AuditHeadEntry> = { size: count, head: hash, at: count };
const RULE: Checks<RuleEntry> = { what: isWhat, value: printable, from: count };
const NOTICE: Checks<NoticeOfChangeEntry> = {
  what: (value) => value === 'book-key',
  old_key: printable,
  new_key: printable,
  from: count,
  signature: (value) => isHex(value, 64),
};
const CHECKS: { [T in EntryType]: Checks<EntryOf<T>> } = {
  table: TABLE,
  seal: SEAL,
  draw: DRAW,
  void: VOID,
  switch: SWITCH,
  stop: STOP,
  liabilities: LIABILITIES,
  'audit-head': AUDIT_HEAD,
  rule: RULE,
  'notice-of-change': NOTICE,
};

/** True for the decimal text of an integer from 0 to `max`, without leading zeros. */
export function isDecimal(value: unknown, max: bigint): value is string {
  return typeof value === 'string' && DECIMAL_PATTERN.test(value) && BigInt(value) <= max;
}

/** The canonical body of an entry. Throws a TypeError on a missing, unknown or invalid field. */
export function encodeEntry(entry: Entry): string {
  assertEntry(entry);
  const body = canonicalJson(entry as unknown as Canonical);
  if (body.length > BODY_BYTES_MAX) throw new TypeError('entry too long');
  return body;
}

/** Parses a body. Throws a TypeError unless it is in canonical form with valid fields. */
export function decodeEntry(body: string): Entry {
  if (typeof body !== 'string' || body.length > BODY_BYTES_MAX) throw new TypeError('bad entry body');
  const value: unknown = parseCanonical(body);
  assertEntry(value);
  return value;
}

/** `decodeEntry` for one type; throws a TypeError for another. */
export function decodeEntryAs<T extends EntryType>(type: T, body: string): EntryOf<T> {
  const entry = decodeEntry(body);
  if (entry.type !== type) throw new TypeError(`expected a ${type} entry`);
  return entry as EntryOf<T>;
}

/** Leaf hash of an entry in the book's tree: H(0x00 ‖ body), in hex. */
export function entryHash(body: string): string {
  return toHex(leafHash(utf8(body)));
}

/** The beacon chain in a table. */
export function chainOfTable(table: TableEntry): Chain {
  return {
    hash: table.chain_hash,
    publicKey: table.public_key,
    period: Number(table.beacon_period),
    genesis: Number(table.genesis),
    scheme: table.scheme,
  };
}

/** A table's multipliers as integers in units of 1/10,000; three for each of `n1` to `n6`. */
export function multipliersOfTable(table: Pick<TableEntry, 'multipliers'>): Multipliers {
  return Object.fromEntries(
    Object.entries(table.multipliers).map(([bet, one]) => [
      bet,
      typeof one === 'string' ? Number(one) : one.map(Number),
    ]),
  );
}

/** The dice of a `draw` entry. */
export function diceOfEntry(entry: DrawEntry): Dice {
  return entry.dice.map(Number) as Dice;
}

/** The message that the old key signs: lp("tercet/v1/notice-of-change") ‖ the canonical entry without its signature. */
export function noticeMessage(entry: Omit<NoticeOfChangeEntry, 'signature'>): Uint8Array {
  const { type, what, old_key, new_key, from } = entry;
  return concat(NOTICE_TAG, utf8(canonicalJson({ type, what, old_key, new_key, from })));
}

function isOrderText(value: unknown): boolean {
  return typeof value === 'string' && ORDER_PATTERN.test(value);
}

function isWhat(value: unknown): boolean {
  return typeof value === 'string' && WHAT_PATTERN.test(value);
}

/** True for an existing date, as `YYYY-MM-DD`. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !DATE_PATTERN.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function isPowerOfTwo(value: bigint): boolean {
  return value > 0n && (value & (value - 1n)) === 0n;
}

function isTurnover(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > TABLES_MAX) return false;
  const keys = value.map((row) => row?.key);
  return value.every(isTurnoverRow) && keys.every((key, index) => index === 0 || keys[index - 1] < key);
}

function isTurnoverRow(row: unknown): boolean {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return false;
  if (Object.keys(row).sort().join() !== TURNOVER_FIELDS.join()) return false;
  const { key, players, staked, paid } = row as Record<string, unknown>;
  if (!isLotteryKey(key) || !total(staked) || !total(paid)) return false;
  return count(players) && Number(players) >= TURNOVER_PLAYERS_MIN;
}

function assertEntry(value: unknown): asserts value is Entry {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('an entry is an object');
  const fields = value as Record<string, unknown>;
  const type = fields.type;
  if (typeof type !== 'string' || !Object.hasOwn(CHECKS, type)) throw new TypeError('unknown entry type');
  const checks: Record<string, Check> = CHECKS[type as EntryType];
  for (const name of Object.keys(fields)) {
    if (name !== 'type' && !Object.hasOwn(checks, name)) throw new TypeError(`unknown field ${name}`);
  }
  for (const [name, check] of Object.entries(checks)) {
    if (!Object.hasOwn(fields, name) || !check(fields[name])) throw new TypeError(`bad field ${name}`);
  }
  if (type === 'table') assertTable(value as TableEntry);
  if (type === 'stop') assertStop(value as StopEntry);
}

/** Checks the rules between a stop's fields. */
function assertStop({ authority, reference, from, until }: StopEntry): void {
  if ((authority === '') !== (reference === '')) throw new TypeError('an order has an authority and a reference');
  if (until !== '0' && BigInt(until) < BigInt(from)) throw new TypeError('a stop ends before it begins');
}

/** Checks the rules between a table's fields. */
function assertTable(table: TableEntry): void {
  const chain = chainOfTable(table);
  const kind = { quicknet: 'drand', local: 'local', unknown: '' }[chainKind(chain)];
  if (kind !== table.beacon_kind) throw new TypeError('beacon_kind does not match the chain');
  if (!isPeriodLength(Number(table.period_seconds), chain.period)) throw new TypeError('bad period_seconds');
  const [min, max, slip] = [BigInt(table.stake_min), BigInt(table.stake_max), BigInt(table.slip_max)];
  if (min < 1n || min > max || max > slip) throw new TypeError('stake limits out of order');
  const [n, k] = [table.witnesses.length, Number(table.quorum)];
  if (new Set(table.witnesses).size !== n) throw new TypeError('a witness counts once');
  if (n === 0 ? k !== 0 : k > n || 2 * k <= n) throw new TypeError('a quorum is more than half of the witnesses');
}

function isMultipliers(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const pairs = Object.entries(value);
  return pairs.length > 0 && pairs.every(([bet, multiplier]) => isMultiplier(bet, multiplier));
}

/** True for a decimal above 0, or three of them for a bet on one number. */
function isMultiplier(bet: string, multiplier: unknown): boolean {
  if (!isBet(bet)) return false;
  if (!isNumberBet(bet)) return isPositive(multiplier);
  return Array.isArray(multiplier) && multiplier.length === multipliersIn(bet) && multiplier.every(isPositive);
}

function isPositive(value: unknown): boolean {
  return count(value) && value !== '0';
}
