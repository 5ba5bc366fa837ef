/** The result of reading a whole book, and its verdict. */
import type { TimeGap, Verdict } from './proof.ts';

/** A breach of the protocol and its place. `code` is stable. */
export interface Finding {
  seq: number;
  drawId: string | null;
  code: FindingCode;
}

export type FindingCode =
  | 'malformed'
  | 'root'
  | 'fork'
  | 'backdated-cosignature'
  | 'slips'
  | 'other-origin'
  | 'period-length'
  | 'table-order'
  | 'table-too-late'
  | 'other-table'
  | 'no-table'
  | 'two-seals'
  | 'two-fates'
  | 'period-missing'
  | 'seal-too-late'
  | 'seal-in-time'
  | 'drawn-unsealed'
  | 'drawn-twice'
  | 'void-and-drawn'
  | 'other-round'
  | 'signature'
  | 'dice'
  | 'notice'
  | 'liabilities-missing'
  | 'liabilities-twice';

export interface BookAudit {
  entries: number;
  draws: number;
  seals: number;
  voids: number;
  /** Draws and voids whose beacon is the house's own. */
  houseRun: number;
  /** Seals under tables that name no witnesses. */
  unwitnessed: number;
  /** Seals under tables that name fewer than three witnesses. */
  fewWitnessed: number;
  /**
   * What lacks evidence. Draw ids and `table/<key>/<first period>`: the table's witnesses should have dated it, and no
   * time is shown; also a void over a seal that nobody dates. `table/<hash>`: an entry names a table that was not
   * given. At most 1000; `unprovenCount` counts all.
   */
  unproven: string[];
  unprovenCount: number;
  /** Draws that are not due yet, sealed or not. */
  pending: string[];
  /** Due and not in the book: draw ids, and `liabilities/<date>`. For each table only the first period of a gap. */
  overdue: string[];
  findings: Finding[];
}

/**
 * What else a reader of the book lacks. `not-pinned`: the reader pinned no key. `no-entries`: fewer entries than the
 * checkpoint signs. `later-entries`: witnesses saw a larger book more than a minute ago. `no-slips`: a list of bets
 * was not handed out. `no-notices`: the path from the pinned key to today's was not shown.
 */
export type AuditGap = 'not-pinned' | 'no-entries' | 'later-entries' | 'no-slips' | 'no-notices';

/** The verdict on a book. The meaning is that of a draw's, over all draws. */
export function auditVerdict(audit: BookAudit, gaps: readonly AuditGap[]): Verdict {
  if (audit.findings.length > 0) return 'breach';
  if (gaps.length > 0 || audit.unprovenCount > 0) return 'incomplete';
  if (audit.overdue.length > 0) return 'overdue';
  if (audit.draws + audit.voids === 0) return 'pending';
  return timeGapsOfAudit(audit).length > 0 ? 'time-not-proven' : 'verified';
}

/** Why the times of some seals are not proven. */
export function timeGapsOfAudit({ unwitnessed, fewWitnessed, houseRun }: BookAudit): TimeGap[] {
  const gaps: [TimeGap, number][] = [
    ['no-witnesses', unwitnessed],
    ['few-witnesses', fewWitnessed],
    ['house-run-beacon', houseRun],
  ];
  return gaps.filter(([, count]) => count > 0).map(([gap]) => gap);
}
