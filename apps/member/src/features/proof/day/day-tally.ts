import { type BookAudit, decodeEntryAs, type Finding, parseDrawId, type TableEntry, timeGapsOf } from '@tercet/fair';
import { DAY_MS, HOUR_MS } from '../../../durations.ts';

/** Counts of one table. `expected`: closed periods, computed from the clock; recent ones count once they are sealed. */
export interface DayTable {
  key: string;
  expected: number;
  seals: number;
  draws: number;
  voids: number;
}

interface Fates {
  seals: Set<number>;
  draws: Set<number>;
  voids: Set<number>;
}

export interface TallyTerms {
  /** All tables before the first entry to read. */
  tables: readonly TableEntry[];
  /** Start of the day. */
  startMs: number;
  logKeys: readonly string[];
  /** True if the book is read from its beginning. */
  isWhole: boolean;
}

/** A period that closed this recently may still be sealed or drawn. */
const FATE_MS = 60_000;

/** Collects what belongs to the day. A draw belongs to the day on which its bets close. */
export class DayTally {
  readonly #startMs: number;
  readonly #logKeys: readonly string[];
  readonly #tables: TableEntry[];
  readonly #isWhole: boolean;
  readonly #fates = new Map<string, Fates>();
  /** True if the book has the day's liabilities. */
  #isOwedShown = false;
  draws = 0;
  #houseRun = 0;
  #unwitnessed = 0;
  #fewWitnessed = 0;

  constructor({ tables, startMs, logKeys, isWhole }: TallyTerms) {
    this.#tables = [...tables];
    this.#startMs = startMs;
    this.#logKeys = logKeys;
    this.#isWhole = isWhole;
  }

  add(body: string): void {
    const entry = readLoosely(body);
    if (entry.type === 'table' && entry.key !== undefined) {
      const table = readTable(body);
      if (table !== null) this.#tables.push(table);
    }
    if (entry.type === 'liabilities' && entry.date === this.#day()) this.#isOwedShown = true;
    const id = parseDrawId(entry.draw_id ?? '');
    if (id === null || !this.#isOfDay(entry.draw_id ?? '')) return;
    const fates = this.#fatesOf(id.key);
    const table = this.#tables.findLast(({ key, first_period }) => key === id.key && Number(first_period) <= id.period);
    if (entry.type === 'void') fates.voids.add(id.period);
    if (entry.type === 'seal') this.#seal(fates, id.period, table);
    if (entry.type !== 'draw') return;
    fates.draws.add(id.period);
    this.draws += 1;
    if (table?.beacon_kind === 'local') this.#houseRun += 1;
  }

  #seal({ seals }: Fates, period: number, table: TableEntry | undefined): void {
    seals.add(period);
    const gaps = table === undefined ? [] : timeGapsOf(table, this.#logKeys);
    if (gaps.includes('no-witnesses')) this.#unwitnessed += 1;
    if (gaps.includes('few-witnesses')) this.#fewWitnessed += 1;
  }

  /** Reduces the auditor's findings to the day. Adds periods at either end that no entry mentions. */
  conclude(audit: BookAudit, nowMs: number): BookAudit {
    const ofDay = (id: string) => this.#isOfDay(id);
    const findings = audit.findings.filter(
      (one) => !this.#isUnlisted(one) && (one.drawId === null || ofDay(one.drawId)),
    );
    const unlisted = audit.findings.flatMap((one) => (this.#isUnlisted(one) ? [one.drawId ?? ''] : []));
    const isReported = new Set([...findings.map(({ drawId }) => drawId), ...audit.overdue]);
    const overdue = audit.overdue.filter(ofDay);
    for (const drawId of this.#unfated(nowMs)) if (!isReported.has(drawId)) overdue.push(drawId);
    const owed = `liabilities/${this.#day()}`;
    if (this.#isOwedDue(nowMs) && !this.#isOwedShown && !overdue.includes(owed)) overdue.push(owed);
    const unproven = [
      ...audit.unproven.filter((id) => id.startsWith('table/') || ofDay(id)),
      ...unlisted.filter(ofDay),
    ];
    const counts = [...this.#fates.values()];
    return {
      entries: audit.entries,
      draws: this.draws,
      seals: sum(counts.map(({ seals }) => seals.size)),
      voids: sum(counts.map(({ voids }) => voids.size)),
      houseRun: this.#houseRun,
      unwitnessed: this.#unwitnessed,
      fewWitnessed: this.#fewWitnessed,
      // The auditor's list was truncated; the missing ones may belong to the day.
      unprovenCount: audit.unprovenCount > audit.unproven.length ? audit.unprovenCount : unproven.length,
      unproven,
      pending: audit.pending.filter(ofDay),
      overdue,
      findings,
    };
  }

  /** When reading starts mid-book, the house may have omitted the table from its list. */
  #isUnlisted({ code }: Finding): boolean {
    return code === 'no-table' && !this.#isWhole;
  }

  tables(nowMs: number): DayTable[] {
    return this.#keys().map((key) => {
      const { seals, draws, voids } = this.#fatesOf(key);
      const expected = new Set([...this.#periodsOf(key, nowMs), ...seals, ...draws, ...voids]);
      return { key, expected: expected.size, seals: seals.size, draws: draws.size, voids: voids.size };
    });
  }

  /** Closed periods of the day without an entry. */
  #unfated(nowMs: number): string[] {
    return this.#keys().flatMap((key) => {
      const { seals, draws, voids } = this.#fatesOf(key);
      const isFated = (period: number) => seals.has(period) || draws.has(period) || voids.has(period);
      return this.#periodsOf(key, nowMs).flatMap((period) => (isFated(period) ? [] : [`${key}/${period}`]));
    });
  }

  #day(): string {
    return new Date(this.#startMs).toISOString().slice(0, 10);
  }

  /** The liabilities of a day are due at 01:00 UTC if a table was open before that day. */
  #isOwedDue(nowMs: number): boolean {
    const isOpen = (table: TableEntry) =>
      Number(table.first_period) * Number(table.period_seconds) * 1000 < this.#startMs;
    return nowMs >= this.#startMs + HOUR_MS && this.#tables.some(isOpen);
  }

  #keys(): string[] {
    return [...new Set(this.#tables.map(({ key }) => key))].sort();
  }

  #fatesOf(key: string): Fates {
    const fates = this.#fates.get(key) ?? { seals: new Set(), draws: new Set(), voids: new Set() };
    this.#fates.set(key, fates);
    return fates;
  }

  /** Also true for ids that name no draw of a known table. */
  #isOfDay(drawId: string): boolean {
    const id = parseDrawId(drawId);
    const seconds = this.#tables.find(({ key }) => key === id?.key)?.period_seconds;
    if (id === null || seconds === undefined) return true;
    const lockMs = (id.period + 1) * Number(seconds) * 1000;
    return lockMs >= this.#startMs && lockMs < this.#startMs + DAY_MS;
  }

  /** Periods of a table that closed on the day, at least a minute ago. */
  #periodsOf(key: string, nowMs: number): number[] {
    const own = this.#tables.filter((table) => table.key === key);
    const lengthMs = Number(own[0]?.period_seconds) * 1000;
    const first = Math.min(...own.map(({ first_period }) => Number(first_period)));
    const endMs = Math.min(this.#startMs + DAY_MS, nowMs - FATE_MS);
    const periods: number[] = [];
    for (let lockMs = this.#startMs; lockMs < endMs; lockMs += lengthMs) {
      const period = lockMs / lengthMs - 1;
      if (period >= first) periods.push(period);
    }
    return periods;
  }
}

/** Type and subject of an entry. The auditor checks the rest. */
function readLoosely(body: string): { type?: string; key?: string; draw_id?: string; date?: string } {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

function readTable(body: string): TableEntry | null {
  try {
    return decodeEntryAs('table', body);
  } catch {
    return null;
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
