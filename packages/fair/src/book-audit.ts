/** The result of auditing a whole book, and its verdict. */
import type { TimeGap, Verdict } from './proof.ts';

/** A breach of the protocol and where it is. `code` is stable. */
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
  | 'stop-too-late'
  | 'bets-in-stop'
  | 'liabilities-missing'
  | 'liabilities-twice';

export interface BookAudit {
  entries: number;
  draws: number;
  seals: number;
  voids: number;
  /** Number of draws and voids that use the house's own beacon. */
  houseRun: number;
  /** Number of seals under tables that name no witnesses. */
  unwitnessed: number;
  /** Number of seals under tables that name fewer than three witnesses. */
  fewWitnessed: number;
  /**
   * Subjects that lack evidence, at most 1000; `unprovenCount` counts all. A draw id: no witness time for its seal, or
   * for a voided seal; or the seal may precede what was read. `table/<key>/<first period>`: no witness time for the
   * table. `table/<hash>`: an entry names a table that was not supplied.
   * `stop/<what>/<from>`: no witness time for the stop.
   */
  unproven: string[];
  unprovenCount: number;
  /** Ids of draws that are not due yet, sealed or not. */
  pending: string[];
  /**
   * Entries that are due and missing: draw ids, and `liabilities/<date>`. Each table lists only the first period of a
   * gap.
   */
  overdue: string[];
  findings: Finding[];
}

/**
 * Evidence that the reader of a book still lacks. `not-pinned`: the reader pinned no key. `no-entries`: fewer entries
 * than the checkpoint signs. `later-entries`: witnesses saw a larger book over a minute ago. `no-slips`: the house did
 * not serve a list of bets. `no-notices`: the path from the pinned key to today's key is missing.
 */
export type AuditGap = 'not-pinned' | 'no-entries' | 'later-entries' | 'no-slips' | 'no-notices';

/** The verdict on a book: that of a single draw, applied to all draws. */
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
