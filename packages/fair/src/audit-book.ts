/**
 * Audits the whole public book, entry by entry, for breaches of the protocol. A bundle covers one draw. The book covers
 * all of them: it reveals skipped periods, draws without a seal, and tables that changed under open bets.
 *
 * Entries carry no timestamps. Beacon rounds give a lower bound: an entry after a round's result was written after that
 * round. Witness cosignatures give the upper bound.
 */
import { LotteryAudit, type ReadTerms } from './audit-lottery.ts';
import { RoundBatch } from './audit-rounds.ts';
import type { AuditOptions, AuditState, AuditTerms } from './audit-state.ts';
import { StopList } from './audit-stops.ts';
import type { BookAudit, FindingCode } from './book-audit.ts';
import { drawDice } from './draw.ts';
import { chainOfTable, decodeEntry, entryHash, NOTICE_SECONDS } from './entries.ts';
import type {
  DrawEntry,
  Entry,
  LiabilitiesEntry,
  NoticeOfChangeEntry,
  SealEntry,
  StopEntry,
  TableEntry,
  VoidEntry,
} from './entry-types.ts';
import { isSignedNotice } from './log-keys.ts';
import { lockTime, openTime, parseDrawId, roundFor, timeOfRound } from './schedule.ts';
import { witnessGapOf } from './witnesses.ts';

const DAY_SECONDS = 86_400;
/** A day's `liabilities` entry is due in the book by 01:00 UTC. */
const LIABILITIES_BY_SECONDS = 3_600;
const LISTED_MAX = 1000;

interface Ruled {
  lottery: LotteryAudit;
  period: number;
  table: TableEntry;
}

/** Audits entries in order; `finish` returns the result. Memory is bounded by the draws of a few days. */
export class BookAuditor {
  #options: AuditTerms;
  readonly #lotteries = new Map<string, LotteryAudit>();
  readonly #rounds = new RoundBatch();
  readonly #stops = new StopList();
  readonly #audit: BookAudit = {
    entries: 0,
    draws: 0,
    seals: 0,
    voids: 0,
    houseRun: 0,
    unwitnessed: 0,
    fewWitnessed: 0,
    unproven: [],
    unprovenCount: 0,
    pending: [],
    overdue: [],
    findings: [],
  };
  readonly #isWhole: boolean;
  #seq: number;
  #provenTime = 0;
  #lastDate: string | null = null;

  constructor(options: AuditOptions = {}) {
    this.#options = options;
    this.#seq = options.state?.seq ?? options.from ?? 0;
    this.#isWhole = options.state?.isWhole ?? this.#seq === 0;
    for (const table of options.tables ?? []) this.#lotteryOf(table.key).tables.push(table);
    this.#stops.restore(options.stops ?? []);
    if (options.state !== undefined) this.#restore(options.state);
  }

  /** Sets how later entries are judged. */
  judgeBy(terms: AuditTerms): void {
    this.#options = terms;
  }

  /** All tables of all lotteries. */
  tables(): TableEntry[] {
    return [...this.#lotteries.values()].flatMap(({ tables }) => tables);
  }

  /** The state after the entries so far. */
  state(): AuditState {
    this.#checkRounds();
    const lotteries = [...this.#lotteries.values()].map((lottery) => lottery.state());
    return {
      seq: this.#seq,
      isWhole: this.#isWhole,
      provenTime: this.#provenTime,
      lastDate: this.#lastDate,
      lotteries,
      stops: this.#stops.state(),
    };
  }

  /** Drops findings and unproven subjects that were read. The counts stay. */
  forgetFindings(): void {
    this.#audit.findings.length = 0;
    this.#audit.unproven.length = 0;
  }

  #restore({ provenTime, lastDate, lotteries, stops }: AuditState): void {
    this.#provenTime = provenTime;
    this.#lastDate = lastDate;
    for (const state of lotteries) this.#lotteryOf(state.key).restore(state);
    this.#stops.restore(stops);
  }

  add(body: string): void {
    const seq = this.#seq;
    this.#seq += 1;
    this.#audit.entries += 1;
    let entry: Entry;
    try {
      entry = decodeEntry(body);
    } catch {
      this.#find(seq, null, 'malformed');
      return;
    }
    if (entry.type === 'table') this.#table(seq, entry);
    else if (entry.type === 'seal') this.#seal(seq, entry, body);
    else if (entry.type === 'void') this.#void(seq, entry);
    else if (entry.type === 'draw') this.#draw(seq, entry);
    else if (entry.type === 'stop') this.#stop(seq, entry);
    else if (entry.type === 'notice-of-change') this.#notice(seq, entry);
    else if (entry.type === 'liabilities') this.#liabilities(seq, entry);
    if (this.#rounds.isFull) this.#checkRounds();
  }

  /** The findings so far, including entries that are overdue at `nowMs` (Unix milliseconds). */
  finish(nowMs: number): BookAudit {
    this.#checkRounds();
    const nowSeconds = Math.floor(nowMs / 1000);
    const open = [...this.#lotteries.values()].map((lottery) => lottery.open(nowSeconds));
    const pending = open.flatMap((one) => one.pending);
    const overdue = [...open.flatMap((one) => one.overdue), ...this.#liabilitiesOverdue(nowSeconds)];
    const findings = [...this.#audit.findings].sort((a, b) => a.seq - b.seq);
    return { ...this.#audit, unproven: [...this.#audit.unproven], pending, overdue, findings };
  }

  #find(seq: number, drawId: string | null, code: FindingCode): void {
    this.#audit.findings.push({ seq, drawId, code });
  }

  #unproven(what: string): void {
    this.#audit.unprovenCount += 1;
    if (this.#audit.unproven.length < LISTED_MAX) this.#audit.unproven.push(what);
  }

  #lotteryOf(key: string): LotteryAudit {
    const known = this.#lotteries.get(key);
    if (known !== undefined) return known;
    const report = {
      find: (seq: number, drawId: string | null, code: FindingCode) => this.#find(seq, drawId, code),
      unproven: (what: string) => this.#unproven(what),
    };
    const lottery = new LotteryAudit(key, report, this.#isWhole);
    this.#lotteries.set(key, lottery);
    return lottery;
  }

  #table(seq: number, table: TableEntry): void {
    const { origin } = this.#options;
    const lottery = this.#lotteryOf(table.key);
    const last = lottery.tables.at(-1);
    if (origin !== undefined && table.origin !== origin) this.#find(seq, null, 'other-origin');
    if (last !== undefined && last.period_seconds !== table.period_seconds) this.#find(seq, null, 'period-length');
    if (last !== undefined && Number(last.first_period) >= Number(table.first_period)) {
      this.#find(seq, null, 'table-order');
    }
    const opens = openTime(Number(table.first_period), Number(table.period_seconds));
    const { seenAt, provenTime, answered } = this.#termsAt(seq, table);
    const isSeen = seenAt !== null && seenAt < opens;
    const isLate = table.quorum !== '0' && answered && !isSeen;
    if (opens <= provenTime || isLate) this.#find(seq, null, 'table-too-late');
    else if (table.quorum !== '0' && !isSeen) this.#unproven(`table/${table.key}/${table.first_period}`);
    lottery.addTable(table);
  }

  #termsAt(seq: number, table: TableEntry): ReadTerms {
    const seenAt = table.quorum === '0' ? null : (this.#options.seenAt?.(seq, table) ?? null);
    return { provenTime: this.#provenTime, seenAt, answered: this.#options.answered?.(table) ?? false };
  }

  /**
   * The draw's lottery, period and table. Null where no table is in force. That is a finding, unless reading started in
   * the middle and the table was not supplied.
   */
  #ruled(seq: number, drawId: string): Ruled | null {
    const id = parseDrawId(drawId);
    const lottery = id === null ? undefined : this.#lotteries.get(id.key);
    const table = id === null ? null : (lottery?.tableOf(id.period) ?? null);
    if (id !== null && lottery !== undefined && table !== null) return { lottery, period: id.period, table };
    if (this.#isWhole) this.#find(seq, drawId, 'no-table');
    else this.#unproven(drawId);
    return null;
  }

  #seal(seq: number, seal: SealEntry, body: string): void {
    this.#audit.seals += 1;
    const ruled = this.#ruled(seq, seal.draw_id);
    if (ruled === null) return;
    const { lottery, period, table } = ruled;
    const gap = witnessGapOf(table, this.#options.logKeys ?? []);
    if (gap === 'no-witnesses') this.#audit.unwitnessed += 1;
    if (gap === 'few-witnesses') this.#audit.fewWitnessed += 1;
    const opens = openTime(period, Number(table.period_seconds));
    if (seal.count !== '0' && this.#stops.isStopped(lottery.key, opens)) {
      this.#find(seq, seal.draw_id, 'bets-in-stop');
    }
    lottery.seal(seq, period, { hash: entryHash(body), table: seal.table }, this.#termsAt(seq, table));
  }

  #void(seq: number, voided: VoidEntry): void {
    this.#audit.voids += 1;
    const ruled = this.#ruled(seq, voided.draw_id);
    if (ruled?.table.beacon_kind === 'local') this.#audit.houseRun += 1;
    ruled?.lottery.void(seq, ruled.period, voided.table);
  }

  #draw(seq: number, draw: DrawEntry): void {
    this.#audit.draws += 1;
    const ruled = this.#ruled(seq, draw.draw_id);
    if (ruled === null) return;
    const { lottery, period, table } = ruled;
    if (table.beacon_kind === 'local') this.#audit.houseRun += 1;
    lottery.draw(seq, period);
    const chain = chainOfTable(table);
    const round = roundFor(lockTime(period, Number(table.period_seconds)), chain);
    if (draw.round !== String(round)) {
      this.#find(seq, draw.draw_id, 'other-round');
      return;
    }
    const signed = { round, signature: draw.signature };
    const { dice } = drawDice({ chainHash: chain.hash, ...signed, drawId: draw.draw_id });
    if (dice.map(String).join() !== draw.dice.join()) this.#find(seq, draw.draw_id, 'dice');
    this.#rounds.add({ seq, drawId: draw.draw_id, chain, round: signed });
    this.#provenTime = Math.max(this.#provenTime, timeOfRound(round, chain));
  }

  /** A stop must be in the book before it holds, so that it never reaches into an open period. */
  #stop(seq: number, stop: StopEntry): void {
    const from = Number(stop.from);
    const tables = this.#stoppedTables(stop);
    if (tables === null) {
      if (this.#isWhole) this.#find(seq, null, 'no-table');
      return;
    }
    if (!this.#stops.add(stop, this.#provenTime)) this.#unproven(`stop/${stop.what}/${stop.from}`);
    const unseen = tables.filter((table) => {
      const seenAt = table.quorum === '0' ? 0 : (this.#options.seenAt?.(seq, table) ?? null);
      return seenAt === null || seenAt >= from;
    });
    const isLate = unseen.some((table) => this.#options.answered?.(table) ?? false);
    if (from <= this.#provenTime || isLate) this.#find(seq, null, 'stop-too-late');
    else if (unseen.length > 0) this.#unproven(`stop/${stop.what}/${stop.from}`);
  }

  /** The tables in force when a stop begins, of the lotteries that it concerns. Null for a lottery without a table. */
  #stoppedTables({ what, from }: StopEntry): TableEntry[] | null {
    const inForce = (lottery: LotteryAudit | undefined) => {
      const first = lottery?.tables[0];
      if (lottery === undefined || first === undefined) return [];
      return lottery.tableOf(Math.floor(Number(from) / Number(first.period_seconds))) ?? first;
    };
    if (what === 'betting') return [...this.#lotteries.values()].flatMap(inForce);
    const tables = [inForce(this.#lotteries.get(what.slice('table/'.length)))].flat();
    return tables.length === 0 ? null : tables;
  }

  #notice(seq: number, notice: NoticeOfChangeEntry): void {
    const { logKeys } = this.#options;
    const soon = Number(notice.from) < this.#provenTime + NOTICE_SECONDS;
    const foreign = logKeys !== undefined && !logKeys.includes(notice.old_key);
    if (soon || foreign || !isSignedNotice(notice)) this.#find(seq, null, 'notice');
  }

  #liabilities(seq: number, { date }: LiabilitiesEntry): void {
    const last = this.#lastDate;
    this.#lastDate = date;
    if (last === null) return;
    const days = (midnightOf(date) - midnightOf(last)) / DAY_SECONDS;
    if (days !== 1) this.#find(seq, null, days > 1 ? 'liabilities-missing' : 'liabilities-twice');
  }

  /** The first day whose `liabilities` entry is overdue, as a list of one or none. */
  #liabilitiesOverdue(nowSeconds: number): string[] {
    const next = this.#lastDate === null ? this.#firstMidnight() : midnightOf(this.#lastDate) + DAY_SECONDS;
    if (next === null || nowSeconds < next + LIABILITIES_BY_SECONDS) return [];
    return [`liabilities/${new Date(next * 1000).toISOString().slice(0, 10)}`];
  }

  /** The first midnight after the first table opened. Null where reading started in the middle of the book. */
  #firstMidnight(): number | null {
    if (!this.#isWhole) return null;
    const opened = [...this.#lotteries.values()].flatMap(({ tables }) => {
      const [first] = tables;
      return first === undefined ? [] : [openTime(Number(first.first_period), Number(first.period_seconds))];
    });
    return opened.length === 0 ? null : (Math.floor(Math.min(...opened) / DAY_SECONDS) + 1) * DAY_SECONDS;
  }

  #checkRounds(): void {
    for (const { seq, drawId } of this.#rounds.takeBad()) this.#find(seq, drawId, 'signature');
  }
}

function midnightOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 1000;
}
