import {
  type AuditGap,
  auditVerdict,
  type BookAudit,
  BookAuditor,
  decodeEntryAs,
  type Finding,
  type FindingCode,
  type TableEntry,
  TILE_WIDTH,
  type TimeGap,
  timeGapsOfAudit,
  type Verdict,
  WitnessTimes,
} from '@tercet/fair';
import { DAY_MS } from '../../../durations.ts';
import { provenBodies as provenEntries, provenOddsTables, type TableSource } from '../../book/proven-odds-tables.ts';
import { type EntrySource, provenBodies } from '../../book/read-draws.ts';
import { type DayTable, DayTally } from './day-tally.ts';

/** The witnesses' answers about an interval. */
export interface DayWitnessed {
  notes: readonly string[];
  /** Verifier keys of the witnesses that answered in full. */
  answers: readonly string[];
}

/** Where an audit reads a day of the book. Every call but `witnessed` throws without an answer. */
export interface DaySource extends EntrySource, TableSource {
  /** Time of the newest entry below an index, as the house states it. Used only to find where to read. */
  loggedBefore(index: number): Promise<{ seq: number; atMs: number } | null>;
  /** All stops of betting in the house's list, oldest first. */
  stops(): Promise<readonly { seq: number; body: string }[]>;
  /** Notes that the witnesses of these tables cosigned between two times (Unix seconds). Never throws. */
  witnessed(tables: readonly TableEntry[], from: number, to: number): Promise<DayWitnessed>;
  nowMs(): number;
}

export interface DayWanted {
  /** `2026-11-21`, in UTC. */
  day: string;
  /** Name of the house's book. */
  origin: string;
  /** Keys of the book, starting with the pinned one or the first that this phone saw. */
  logKeys: readonly string[];
  /** Gaps known before the audit reads an entry. */
  gaps: readonly AuditGap[];
}

export interface DayProgress {
  /** Entries read so far; `of` is the total. */
  entries: number;
  of: number;
  draws: number;
}

export interface DayFinding {
  /** Null if the finding concerns no single draw. */
  drawId: string | null;
  code: FindingCode;
}

export interface DayAudit {
  day: string;
  verdict: Verdict;
  timeGaps: readonly TimeGap[];
  gaps: readonly AuditGap[];
  entries: number;
  tables: readonly DayTable[];
  draws: number;
  seals: number;
  voids: number;
  /** Sealed draws that are not due yet. */
  pending: readonly string[];
  /** Due, but not in the book: draw ids, and `liabilities/<date>`. */
  overdue: readonly string[];
  /** Draw ids whose seal no witness dated although the table names witnesses, and tables without a witness time. */
  unproven: readonly string[];
  findings: readonly DayFinding[];
}

/** Starts reading this long before the day, to find the seals of its first draws. */
const LEAD_MS = 10 * 60_000;
/** Reads this long past the day, to find late draws. */
const TAIL_MS = 10 * 60_000;

/**
 * Audits every draw of a day, over all tables. Proves that each bundle of entries belongs to the checkpoint's tree.
 * Verifies beacon signatures in batches.
 *
 * Throws `BundleRefused` for a bundle that is not in the book.
 */
export async function auditDay(
  source: DaySource,
  checkpoint: { size: number; root: string },
  wanted: DayWanted,
  onProgress: (progress: DayProgress) => void,
): Promise<DayAudit> {
  const { origin, logKeys } = wanted;
  const startMs = Date.parse(`${wanted.day}T00:00:00Z`);
  const span = { fromMs: startMs - LEAD_MS, toMs: startMs + DAY_MS + TAIL_MS };
  const from = await firstSince(source, checkpoint.size, span.fromMs);
  const to = await firstSince(source, checkpoint.size, span.toMs);
  const tables = await provenOddsTables(source, checkpoint, from);
  // A stop from before the day may still hold.
  const stopped = await provenEntries(from === 0 ? [] : await source.stops(), source.tile, checkpoint, from);
  const stops = stopped.map((body) => decodeEntryAs('stop', body));
  const times = await witnessTimes(source, await provenOddsTables(source, checkpoint, to), { ...wanted, ...span });
  const { seenAt, answered } = times;
  const auditor = new BookAuditor({ origin, from, tables, stops, logKeys, seenAt, answered });
  const tally = new DayTally({ tables, startMs, logKeys, isWhole: from === 0 });
  let entries = 0;
  for await (const bodies of bundlesOf(source, checkpoint, from, to)) {
    for (const body of bodies) {
      auditor.add(body);
      tally.add(body);
    }
    entries += bodies.length;
    onProgress({ entries, of: to - from, draws: tally.draws });
  }
  // Later entries belong to another day, so the end of what was read decides what is due.
  const nowMs = Math.min(source.nowMs(), span.toMs);
  const audit = tally.conclude(auditor.finish(nowMs), nowMs);
  audit.findings.push(...times.findings);
  return concludeDay(audit, wanted, tally.tables(nowMs));
}

function concludeDay(audit: BookAudit, { day, gaps }: DayWanted, tables: readonly DayTable[]): DayAudit {
  const { entries, draws, seals, voids, pending, overdue, unproven } = audit;
  const findings = audit.findings.map(({ drawId, code }) => ({ drawId, code }));
  const verdict = auditVerdict(audit, gaps);
  const timeGaps = timeGapsOfAudit(audit);
  return { day, verdict, timeGaps, gaps, entries, tables, draws, seals, voids, pending, overdue, unproven, findings };
}

interface WitnessSpan extends Pick<DayWanted, 'origin' | 'logKeys'> {
  fromMs: number;
  toMs: number;
}

/** The times at which witnesses saw each entry, with contradictions as findings. */
async function witnessTimes(source: DaySource, tables: readonly TableEntry[], span: WitnessSpan) {
  const { origin, logKeys, fromMs, toMs } = span;
  const requested = await source.witnessed(tables, Math.floor(fromMs / 1000), Math.ceil(toMs / 1000));
  const times = new WitnessTimes({ origin, logKeys, witnessed: requested.notes });
  const answers = new Set(requested.answers);
  const findings: Finding[] = [];
  if (times.isForked) findings.push({ seq: 0, drawId: null, code: 'fork' });
  for (const table of tables) times.seenAt(0, table);
  if (times.backdated() !== null) findings.push({ seq: 0, drawId: null, code: 'backdated-cosignature' });
  return {
    findings,
    seenAt: (seq: number, table: TableEntry) => times.seenAt(seq, table),
    answered: (table: TableEntry) => table.witnesses.every((witness) => answers.has(witness)),
  };
}

/** The entries from `from` up to `to` (exclusive), one bundle at a time. */
async function* bundlesOf(
  source: DaySource,
  checkpoint: { size: number; root: string },
  from: number,
  to: number,
): AsyncGenerator<string[]> {
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < to; index++) {
    const first = index * TILE_WIDTH;
    const bytes = await source.bundle(index, Math.min(TILE_WIDTH, checkpoint.size - first));
    const bodies = await provenBodies(source, checkpoint, index, bytes);
    yield bodies.slice(Math.max(0, from - first), to - first);
  }
}

/** Index of the first entry logged at or after a time; the size of the book if there is none. */
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
