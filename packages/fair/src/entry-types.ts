/**
 * The entries of the public book as they are in memory. An entry mirrors its body: every integer is a decimal string,
 * hashes and keys are lower-case hex.
 */
import type { Bet, NumberBet } from './bet-codes.ts';

/** The rules of one lottery from a period on. Money is minor units, multipliers are 1/10 000, times are seconds. */
export interface TableEntry {
  type: 'table';
  key: string;
  period_seconds: string;
  first_period: string;
  chain_hash: string;
  public_key: string;
  scheme: string;
  genesis: string;
  beacon_period: string;
  beacon_kind: 'drand' | 'local';
  /** Three for `n1` to `n6`: for exactly one, two and three dice. A bet that is not listed is not offered. */
  multipliers: Partial<Record<Exclude<Bet, NumberBet>, string> & Record<NumberBet, readonly string[]>>;
  stake_min: string;
  stake_max: string;
  slip_max: string;
  member_cap: string;
  period_cap: string;
  min_balance: string;
  /** Ed25519 public key of receipts. */
  receipt_key: string;
  /** Verifier keys of the witnesses; `quorum` of them must have cosigned. Both empty or zero: no witness. */
  witnesses: readonly string[];
  quorum: string;
  build: string;
  origin: string;
}

export interface SealEntry {
  type: 'seal';
  draw_id: string;
  root: string;
  count: string;
  /** Leaf hash of the `table` entry in force. */
  table: string;
}

export interface DrawEntry {
  type: 'draw';
  draw_id: string;
  round: string;
  signature: string;
  dice: readonly [string, string, string];
}

export interface VoidEntry {
  type: 'void';
  draw_id: string;
  /** A code, such as `seal-late`. */
  reason: string;
  /** Leaf hash of the `table` entry in force. */
  table: string;
}

/** A stop or start of something in the house, such as betting or a table. */
export interface SwitchEntry {
  type: 'switch';
  /** What is switched, such as `betting` or `table/dice-60`. */
  what: string;
  state: 'on' | 'off';
  /** A code, such as `void-rate`. */
  reason: string;
  /** Unix seconds from which it holds. */
  from: string;
}

/**
 * Two people stop betting, or end such a stop. Only periods that open later are concerned: those that open at `from`
 * or later and before `until`. All of them are sealed and drawn. The last entry of its `what` whose `from` has come by
 * a period's opening is in force for that period.
 */
export interface StopEntry {
  type: 'stop';
  /** `betting` for all lotteries, or `table/<key>`. */
  what: string;
  /** A code, such as `maintenance`. */
  reason: string;
  /** The authority that ordered the stop, and its reference; both are empty without an order. */
  authority: string;
  reference: string;
  /** Unix seconds. */
  from: string;
  /** Unix seconds; `0` until another entry ends it. Equal to `from` in an entry that ends an earlier stop. */
  until: string;
}

/** What the house owed all members at midnight: the root of the sum tree, and what was staked the day before. */
export interface LiabilitiesEntry {
  type: 'liabilities';
  /** The day that begins with the snapshot, such as `2026-11-21`, in UTC. */
  date: string;
  /** The ledger's epoch with which the sums end. */
  epoch: string;
  root: string;
  /** Minor units. */
  total: string;
  /** Leaves of the tree, padding included: a power of two. */
  leaves: string;
  /** By table, in order of keys; only those that at least `TURNOVER_PLAYERS_MIN` members played. Not proven. */
  turnover: readonly Turnover[];
}

/** What was staked on a table's draws of a day, and paid on them. Minor units. */
export interface Turnover {
  key: string;
  players: string;
  staked: string;
  paid: string;
}

/** The head of the log of staff acts. */
export interface AuditHeadEntry {
  type: 'audit-head';
  size: string;
  head: string;
  /** Unix seconds. */
  at: string;
}

/**
 * A rule of the house, and from when it holds; such as the hash of the verifier's page. At any time the last entry of
 * its name in the book whose `from` has come is the one that holds: a later entry takes back an earlier one that would
 * begin after it.
 */
export interface RuleEntry {
  type: 'rule';
  what: string;
  value: string;
  /** Unix seconds. */
  from: string;
}

/** The book changes its key. Signed with the old one over `noticeMessage`, at least `NOTICE_SECONDS` ahead. */
export interface NoticeOfChangeEntry {
  type: 'notice-of-change';
  what: 'book-key';
  /** Verifier keys of signed notes. */
  old_key: string;
  new_key: string;
  /** Unix seconds. */
  from: string;
  signature: string;
}

export type Entry =
  | TableEntry
  | SealEntry
  | DrawEntry
  | VoidEntry
  | SwitchEntry
  | StopEntry
  | LiabilitiesEntry
  | AuditHeadEntry
  | RuleEntry
  | NoticeOfChangeEntry;
export type EntryType = Entry['type'];
export type EntryOf<T extends EntryType> = Extract<Entry, { type: T }>;
