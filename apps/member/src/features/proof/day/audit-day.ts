import {
  type BookAudit,
  BookAuditor,
  decodeEntryAs,
  entryHash,
  type FindingCode,
  inclusionFromTiles,
  parseDrawId,
  type TableEntry,
  TILE_WIDTH,
  toHex,
  verifyInclusionHex,
} from '@tercet/fair';
import { BundleRefused, type EntrySource, provenBodies } from '../../book/read-draws.ts';

/** Where a day of the book is read. Each call throws where there is no answer. */
export interface DaySource extends EntrySource {
  /** When the newest entry below a place was logged, by the house's word: it only says where to read. */
  loggedBefore(place: number): Promise<{ seq: number; atMs: number } | null>;
  /** All tables, oldest first. */
  tables(): Promise<readonly { seq: number; body: string }[]>;
  nowMs(): number;
}

export interface DayWanted {
  /** `2026-11-21`, in UTC. */
  day: string;
  /** The house's book. */
  origin: string;
}

export interface DayProgress {
  /** Entries read, of so many. */
  entries: number;
  of: number;
  draws: number;
}

export interface DayFinding {
  /** Null where it is about no single draw. */
  drawId: string | null;
  code: FindingCode;
}

/** How a table fared. `expected`: periods that have closed, by arithmetic; the newest once they are sealed. */
export interface DayTable {
  key: string;
  expected: number;
  seals: number;
  draws: number;
  voids: number;
}

export interface DayAudit {
  day: string;
  entries: number;
  tables: readonly DayTable[];
  draws: number;
  seals: number;
  voids: number;
  /** Sealed, and neither drawn nor void in what was read. */
  pending: readonly string[];
  /** Draws on the house's own beacon, and seals that no witness was asked to see. Who saw the others is not asked. */
  houseRun: number;
  unwitnessed: number;
  findings: readonly DayFinding[];
}

const DAY_MS = 86_400_000;
/** Read from so long before the day, so that a draw at its first minutes has its seal before it. */
const LEAD_MS = 10 * 60_000;
/** And so long beyond: what is drawn later is pending here. */
const TAIL_MS = 10 * 60_000;
/** A period that closed this lately may still get its fate. */
const FATE_MS = 60_000;

/**
 * Every draw of a day, of all tables: read from the book's bundles, each found in the tree of the checkpoint, and
 * checked with the beacon's signatures in batches. Throws `BundleRefused` on a bundle that is not in the book.
 */
export async function auditDay(
  source: DaySource,
  checkpoint: { size: number; root: string },
  { day, origin }: DayWanted,
  onProgress: (progress: DayProgress) => void,
): Promise<DayAudit> {
  const startMs = Date.parse(`${day}T00:00:00Z`);
  const { size } = checkpoint;
  const from = await firstSince(source, size, startMs - LEAD_MS);
  const to = await firstSince(source, size, startMs + DAY_MS + TAIL_MS);
  const tables = await tablesBefore(source, checkpoint, from);
  const auditor = new BookAuditor({ origin, from, tables });
  const tally = new DayTally(tables, startMs);
  let entries = 0;
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < to; index++) {
    const place = index * TILE_WIDTH;
    const bytes = await source.bundle(index, Math.min(TILE_WIDTH, size - place));
    const bodies = await provenBodies(source, checkpoint, index, bytes);
    for (const [at, body] of bodies.entries()) {
      if (place + at < from || place + at >= to) continue;
      auditor.add(body);
      tally.add(body);
      entries += 1;
    }
    onProgress({ entries, of: to - from, draws: tally.draws });
  }
  return tally.conclude(day, auditor.finish(), source.nowMs());
}

/** The first entry that was logged at a moment or later; the size of the book where there is none. */
async function firstSince(source: DaySource, size: number, atMs: number): Promise<number> {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = await source.loggedBefore(middle + 1);
    if (entry !== null && entry.atMs >= atMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The tables that stand before a place. A table that the house shows beside the book is refused. */
async function tablesBefore(
  source: DaySource,
  { size, root }: { size: number; root: string },
  from: number,
): Promise<TableEntry[]> {
  const tables: TableEntry[] = [];
  for (const { seq, body } of await source.tables()) {
    if (seq >= from) continue;
    const proof = (await inclusionFromTiles(seq, size, source.tile)).map(toHex);
    const claim = { leafHash: entryHash(body), index: seq, size, proof, root };
    if (!verifyInclusionHex(claim)) throw new BundleRefused(`the table at ${seq} is not in the book`);
    tables.push(decodeEntryAs('table', body));
  }
  return tables;
}

interface Fates {
  seals: Set<number>;
  draws: Set<number>;
  voids: Set<number>;
}

/** What belongs to the day itself: a draw belongs to the day in which its bets close. */
class DayTally {
  readonly #startMs: number;
  readonly #tables: TableEntry[];
  readonly #fates = new Map<string, Fates>();
  draws = 0;
  #houseRun = 0;
  #unwitnessed = 0;

  constructor(tables: readonly TableEntry[], startMs: number) {
    this.#tables = [...tables];
    this.#startMs = startMs;
  }

  add(body: string): void {
    const entry = readLoosely(body);
    if (entry.type === 'table' && entry.key !== undefined) {
      const table = readTable(body);
      if (table !== null) this.#tables.push(table);
    }
    const id = parseDrawId(entry.draw_id ?? '');
    if (id === null || !this.#isOfDay(entry.draw_id ?? '')) return;
    const fates = this.#fatesOf(id.key);
    const table = this.#tables.findLast(({ key, first_period }) => key === id.key && Number(first_period) <= id.period);
    if (entry.type === 'void') fates.voids.add(id.period);
    if (entry.type === 'seal') {
      fates.seals.add(id.period);
      if (table?.quorum === '0') this.#unwitnessed += 1;
    }
    if (entry.type !== 'draw') return;
    fates.draws.add(id.period);
    this.draws += 1;
    if (table?.beacon_kind === 'local') this.#houseRun += 1;
  }

  conclude(day: string, audit: BookAudit, nowMs: number): DayAudit {
    const findings: DayFinding[] = audit.findings
      .filter(({ drawId }) => drawId === null || this.#isOfDay(drawId))
      .map(({ drawId, code }) => ({ drawId, code }));
    const pending: string[] = [];
    const tables = this.#keys().map((key): DayTable => {
      const { seals, draws, voids } = this.#fatesOf(key);
      const due = this.#periodsOf(key, nowMs);
      for (const period of due) {
        if (seals.has(period) || draws.has(period) || voids.has(period)) continue;
        // The auditor sees a gap only from the entries around it; at the ends of the day there are none.
        const drawId = `${key}/${period}`;
        if (!findings.some((one) => one.drawId === drawId)) findings.push({ drawId, code: 'period-missing' });
      }
      for (const period of seals) if (!draws.has(period) && !voids.has(period)) pending.push(`${key}/${period}`);
      const expected = new Set([...due, ...seals, ...draws, ...voids]);
      return { key, expected: expected.size, seals: seals.size, draws: draws.size, voids: voids.size };
    });
    return {
      day,
      entries: audit.entries,
      tables,
      draws: this.draws,
      seals: sum(tables.map((table) => table.seals)),
      voids: sum(tables.map((table) => table.voids)),
      pending,
      houseRun: this.#houseRun,
      unwitnessed: this.#unwitnessed,
      findings,
    };
  }

  #keys(): string[] {
    return [...new Set(this.#tables.map(({ key }) => key))].sort();
  }

  #fatesOf(key: string): Fates {
    const fates = this.#fates.get(key) ?? { seals: new Set(), draws: new Set(), voids: new Set() };
    this.#fates.set(key, fates);
    return fates;
  }

  #isOfDay(drawId: string): boolean {
    const id = parseDrawId(drawId);
    const seconds = this.#tables.find(({ key }) => key === id?.key)?.period_seconds;
    if (id === null || seconds === undefined) return true;
    const lockMs = (id.period + 1) * Number(seconds) * 1000;
    return lockMs >= this.#startMs && lockMs < this.#startMs + DAY_MS;
  }

  /** Periods of a table that closed on the day, up to a minute ago. */
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

/** Its type and what it is about; whether it is well-formed is the auditor's to say. */
function readLoosely(body: string): { type?: string; key?: string; draw_id?: string } {
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
