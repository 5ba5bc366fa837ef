/** Audits one lottery's periods in the book: each has a fate, in order, and no fate contradicts another. */
import type { FindingCode } from './book-audit.ts';
import { chainOfTable, encodeEntry, entryHash } from './entries.ts';
import type { TableEntry } from './entry-types.ts';
import { lockTime, roundFor, timeOfRound, WITNESS_MARGIN_SECONDS } from './schedule.ts';

/** Fates older than this many periods are dropped: a draw follows its seal closely. */
const PERIODS_KEPT = 20_000;
/** Seconds after its due time at which a missing seal or draw counts as overdue. */
const GRACE_SECONDS = 60;

/**
 * Seconds after the round in which the house may still publish a draw over its own void. It may learn only then that
 * witnesses saw the seal in time.
 */
const OVERRIDE_SECONDS = 600;

interface Seal {
  /** Leaf hash of the entry. */
  hash: string;
  table: TableEntry;
  /** True where witness times, or an earlier entry with a later result, prove that the seal was too late. */
  late: boolean;
  /** Whether witnesses saw the seal in time; null where unknown. */
  inTime: boolean | null;
  /** Whether a void over this seal was reported. */
  isReported: boolean;
}

/** What a `seal` entry says: its leaf hash, and the hash of the table in force. */
export interface SealRead {
  hash: string;
  table: string;
}

/**
 * A seal in the state of an audit: its leaf hash, the index of its table in the lottery's list, and the other fields of
 * `Seal`.
 */
type SealState = [hash: string, table: number, late: boolean, inTime: boolean | null, isReported: boolean];

/** The fate of a period: `voidSeq` is the index of its void entry. */
type FateState = [period: number, seal: SealState | null, isDrawn: boolean, voidSeq: number | null];

/** What the audit of a lottery remembers, as plain JSON. */
export interface LotteryState {
  key: string;
  tables: readonly TableEntry[];
  start: number | null;
  first: number | null;
  next: number | null;
  lost: readonly number[];
  fates: readonly FateState[];
}

/** Receives the findings of a lottery and the draws that lack evidence. */
export interface FateReport {
  find(seq: number, drawId: string | null, code: FindingCode): void;
  unproven(what: string): void;
}

export interface ReadTerms {
  /**
   * Unix seconds that have certainly passed: the time of the latest round whose result precedes this entry in the book.
   */
  provenTime: number;
  /** Unix seconds at which witnesses saw the entry; null where unknown. */
  seenAt: number | null;
  /**
   * Whether every witness of the table returned everything it cosigned. A missing time then means that there is none.
   */
  answered: boolean;
}

export class LotteryAudit {
  readonly key: string;
  readonly tables: TableEntry[] = [];
  readonly #report: FateReport;
  readonly #seals = new Map<number, Seal>();
  readonly #drawn = new Set<number>();
  /** Indexes of the void entries. */
  readonly #voids = new Map<number, number>();
  readonly #lost: number[] = [];
  /** False where reading started in the middle of the book: tables may then be unknown. */
  readonly #isWhole: boolean;
  /** First period of the first table read. Its entries follow the table, so none of them precedes what is read. */
  #start: number | null = null;
  /** First period that the order of fates has seen. */
  #first: number | null = null;
  #next: number | null = null;

  constructor(key: string, report: FateReport, isWhole: boolean) {
    this.key = key;
    this.#report = report;
    this.#isWhole = isWhole;
  }

  /** The table in force in a period: the last one whose first period is at or before it. */
  tableOf(period: number): TableEntry | null {
    return this.tables.findLast((one) => Number(one.first_period) <= period) ?? null;
  }

  /** Continues from a state of the same lottery. */
  restore({ tables, start, first, next, lost, fates }: LotteryState): void {
    this.tables.push(...tables);
    [this.#start, this.#first, this.#next] = [start, first, next];
    this.#lost.push(...lost);
    for (const [period, seal, isDrawn, voidSeq] of fates) {
      const table = tables[seal?.[1] ?? -1];
      if (seal !== null && table !== undefined) {
        const [hash, , late, inTime, isReported] = seal;
        this.#seals.set(period, { hash, table, late, inTime, isReported });
      }
      if (isDrawn) this.#drawn.add(period);
      if (voidSeq !== null) this.#voids.set(period, voidSeq);
    }
  }

  state(): LotteryState {
    const places = new Map(this.tables.map((table, index) => [table, index]));
    const periods = new Set([...this.#seals.keys(), ...this.#drawn, ...this.#voids.keys()]);
    const fates = [...periods].map((period): FateState => {
      const seal = this.#seals.get(period);
      const kept: SealState | null =
        seal === undefined ? null : [seal.hash, places.get(seal.table) ?? 0, seal.late, seal.inTime, seal.isReported];
      return [period, kept, this.#drawn.has(period), this.#voids.get(period) ?? null];
    });
    const { key, tables } = this;
    const [start, first, next] = [this.#start, this.#first, this.#next];
    return { key, tables: [...tables], start, first, next, lost: [...this.#lost], fates };
  }

  /** A table that was read, unlike those given before. */
  addTable(table: TableEntry): void {
    this.#start ??= Number(table.first_period);
    this.tables.push(table);
  }

  seal(seq: number, period: number, { hash, table: named }: SealRead, terms: ReadTerms): void {
    const known = this.#seals.get(period);
    if (known !== undefined) {
      if (known.hash !== hash) this.#report.find(seq, this.#idOf(period), 'two-seals');
      return;
    }
    const table = this.#tableAt(period);
    this.#fate(seq, period);
    this.#compareTable(seq, period, named);
    const by = inTimeBy(table, period);
    const inTime = table.quorum === '0' ? null : isInTime(terms, lockOf(table, period), by);
    const late = inTime === false || terms.provenTime > by;
    this.#seals.set(period, { hash, table, late, inTime, isReported: false });
  }

  void(seq: number, period: number, named: string): void {
    if (!this.#seals.has(period) && this.#isInOrder(period)) this.#fate(seq, period);
    this.#compareTable(seq, period, named);
    if (this.#drawn.has(period)) this.#report.find(seq, this.#idOf(period), 'void-and-drawn');
    if (this.#voids.has(period)) this.#report.find(seq, this.#idOf(period), 'two-fates');
    this.#voids.set(period, seq);
  }

  draw(seq: number, period: number): void {
    const drawId = this.#idOf(period);
    const seal = this.#seals.get(period);
    if (this.#drawn.has(period)) this.#report.find(seq, drawId, 'drawn-twice');
    this.#drawn.add(period);
    if (seal === undefined) this.#unsealed(seq, period);
    else if (seal.late) this.#report.find(seq, drawId, 'seal-too-late');
    else if (seal.inTime === null && seal.table.quorum !== '0') this.#report.unproven(drawId);
    // A void may be overridden only where witnesses can have seen the seal in time.
    if (this.#voids.has(period) && this.#tableAt(period).quorum === '0') {
      this.#report.find(seq, drawId, 'void-and-drawn');
    }
  }

  /** Periods without a fate at `nowSeconds`, pending and overdue. Reports voids over a seal that was in time. */
  open(nowSeconds: number): { pending: string[]; overdue: string[] } {
    const pending: string[] = [];
    const overdue = this.#lost.map((period) => this.#idOf(period));
    for (const [period, seal] of this.#seals) {
      if (this.#drawn.has(period)) continue;
      const voidSeq = this.#voids.get(period);
      if (voidSeq !== undefined && seal.inTime === true && nowSeconds < drawTime(seal.table, period) + OVERRIDE_SECONDS)
        pending.push(this.#idOf(period));
      else if (voidSeq !== undefined) this.#voidedSeal(voidSeq, period, seal);
      else if (nowSeconds < drawTime(seal.table, period) + GRACE_SECONDS) pending.push(this.#idOf(period));
      else overdue.push(this.#idOf(period));
    }
    const next = this.#next ?? this.#start;
    if (next !== null && nowSeconds >= lockOf(this.#tableAt(next), next) + GRACE_SECONDS)
      overdue.push(this.#idOf(next));
    return { pending, overdue };
  }

  /** Reports a void over a seal that was or may have been in time, the first time that it is asked. */
  #voidedSeal(voidSeq: number, period: number, seal: Seal): void {
    if (seal.isReported) return;
    seal.isReported = true;
    const { inTime, late } = seal;
    const drawId = this.#idOf(period);
    if (inTime === true) this.#report.find(voidSeq, drawId, 'seal-in-time');
    else if (inTime === null && !late) this.#report.unproven(drawId);
  }

  /** Compares the named table with the one in force. Where reading started in the middle, the table may be unknown. */
  #compareTable(seq: number, period: number, named: string): void {
    if (hashOf(this.#tableAt(period)) === named) return;
    const isKnown = this.tables.some((table) => hashOf(table) === named);
    if (this.#isWhole || isKnown) this.#report.find(seq, this.#idOf(period), 'other-table');
    else this.#report.unproven(`table/${named}`);
  }

  /** Records a period's fate. Periods are sealed or void in order: a gap is a period that the house skipped. */
  #fate(seq: number, period: number): void {
    const expected = this.#next ?? Math.min(period, this.#start ?? period);
    if (period > expected) this.#report.find(seq, this.#idOf(period), 'period-missing');
    this.#first ??= period;
    const before = this.#next ?? period;
    this.#next = Math.max(before, period + 1);
    this.#forgetBefore(before - PERIODS_KEPT, this.#next - PERIODS_KEPT);
  }

  /**
   * False for a void whose seal may precede what is read: then later seals may precede it too, and a draw may override
   * it.
   */
  #isInOrder(period: number): boolean {
    return this.#next !== null || (this.#start !== null && period >= this.#start);
  }

  /** Drops old fates. `from` is where the last call stopped: a jump over many periods must not cost a step for each. */
  #forgetBefore(from: number, to: number): void {
    const known = [this.#seals, this.#drawn, this.#voids];
    if (to - from > PERIODS_KEPT) {
      for (const some of known) for (const period of some.keys()) if (period < to) this.#forget(period);
    } else for (let period = from; period < to; period++) this.#forget(period);
  }

  #forget(period: number): void {
    const isOpen = this.#seals.has(period) && !this.#drawn.has(period) && !this.#voids.has(period);
    if (isOpen) this.#lost.push(period);
    const [seal, voidSeq] = [this.#seals.get(period), this.#voids.get(period)];
    if (seal !== undefined && voidSeq !== undefined && !this.#drawn.has(period))
      this.#voidedSeal(voidSeq, period, seal);
    this.#seals.delete(period);
    this.#drawn.delete(period);
    this.#voids.delete(period);
  }

  /** Reports a draw without a seal, or names it as unproven where the seal may precede what is read. */
  #unsealed(seq: number, period: number): void {
    const readFrom = Math.min(this.#start ?? Infinity, this.#first ?? Infinity);
    if (period >= readFrom) this.#report.find(seq, this.#idOf(period), 'drawn-unsealed');
    else this.#report.unproven(this.#idOf(period));
  }

  #tableAt(period: number): TableEntry {
    const table = this.tableOf(period) ?? this.tables[0];
    if (table === undefined) throw new Error('a period needs a table');
    return table;
  }

  #idOf(period: number): string {
    return `${this.key}/${period}`;
  }
}

/** Whether witnesses saw the entry between two times. Null where a witness that did not answer might still show it. */
function isInTime({ seenAt, answered }: ReadTerms, from: number, by: number): boolean | null {
  const inTime = seenAt !== null && seenAt >= from && seenAt <= by;
  return inTime || answered ? inTime : null;
}

const hashes = new WeakMap<TableEntry, string>();

function hashOf(table: TableEntry): string {
  const known = hashes.get(table) ?? entryHash(encodeEntry(table));
  hashes.set(table, known);
  return known;
}

function lockOf(table: TableEntry, period: number): number {
  return lockTime(period, Number(table.period_seconds));
}

function drawTime(table: TableEntry, period: number): number {
  const chain = chainOfTable(table);
  return timeOfRound(roundFor(lockOf(table, period), chain), chain);
}

/** Unix seconds by which a seal of the period must be in the book. */
function inTimeBy(table: TableEntry, period: number): number {
  return drawTime(table, period) - WITNESS_MARGIN_SECONDS;
}
