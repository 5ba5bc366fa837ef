import {
  type AuditGap,
  auditVerdict,
  type BookAudit,
  BookAuditor,
  type Finding,
  type FindingCode,
  type TableEntry,
  TILE_WIDTH,
  type TimeGap,
  timeGapsOfAudit,
  type Verdict,
  WitnessTimes,
} from '@tercet/fair';
import { provenOddsTables, type TableSource } from '../../book/proven-odds-tables.ts';
import { type EntrySource, provenBodies } from '../../book/read-draws.ts';
import { type DayTable, DayTally } from './day-tally.ts';

/** What witnesses said of a stretch of time. */
export interface DayWitnessed {
  notes: readonly string[];
  /** Verifier keys of those that answered in full. */
  answers: readonly string[];
}

/** Where a day of the book is read. Each call throws where there is no answer. */
export interface DaySource extends EntrySource, TableSource {
  /** When the newest entry below an index was logged, by the house's word: it only says where to read. */
  loggedBefore(index: number): Promise<{ seq: number; atMs: number } | null>;
  /** What the witnesses of these tables cosigned between two moments (Unix seconds). Never throws. */
  witnessed(tables: readonly TableEntry[], from: number, to: number): Promise<DayWitnessed>;
  nowMs(): number;
}

export interface DayWanted {
  /** `2026-11-21`, in UTC. */
  day: string;
  /** Name of the house's book. */
  origin: string;
  /** Keys of the book, led from the pinned one or the one that this phone saw first. */
  logKeys: readonly string[];
  /** Gaps that are known before the first entry is read. */
  gaps: readonly AuditGap[];
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
  /** Sealed, and not due yet. */
  pending: readonly string[];
  /** Due and not in the book: draw ids, and `liabilities/<date>`. */
  overdue: readonly string[];
  /** Draw ids of which no witness has dated the seal, though the table names some; and tables likewise. */
  unproven: readonly string[];
  findings: readonly DayFinding[];
}

const DAY_MS = 86_400_000;
/** Read from so long before the day, so that a draw at its first minutes has its seal before it. */
const LEAD_MS = 10 * 60_000;
/** And so long beyond, for what is drawn late. */
const TAIL_MS = 10 * 60_000;

/**
 * Every draw of a day, of all tables: read from the book's bundles, each found in the tree of the checkpoint, and
 * checked with the beacon's signatures in batches. Throws `BundleRefused` on a bundle that is not in the book.
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
  const times = await witnessTimes(source, await provenOddsTables(source, checkpoint, to), { ...wanted, ...span });
  const { seenAt, answered } = times;
  const auditor = new BookAuditor({ origin, from, tables, logKeys, seenAt, answered });
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
  // What is due is judged by the end of what was read: later entries are another day's.
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

/** When the witnesses saw each entry, and what contradicts itself in what they say. */
async function witnessTimes(source: DaySource, tables: readonly TableEntry[], span: WitnessSpan) {
  const { origin, logKeys, fromMs, toMs } = span;
  const asked = await source.witnessed(tables, Math.floor(fromMs / 1000), Math.ceil(toMs / 1000));
  const times = new WitnessTimes({ origin, logKeys, witnessed: asked.notes });
  const answers = new Set(asked.answers);
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

/** The entries from `from` up to `to`, as they come, bundle by bundle. */
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
