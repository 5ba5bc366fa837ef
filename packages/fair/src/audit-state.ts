/** How an audit of the book judges, where it begins, and what it remembers. */
import type { LotteryState } from './audit-lottery.ts';
import type { StopsState } from './audit-stops.ts';
import type { StopEntry, TableEntry } from './entry-types.ts';

/** How entries are judged. */
export interface AuditTerms {
  origin?: string;
  /** Keys that may sign a notice of change. Without them, any correctly signed notice passes. */
  logKeys?: readonly string[];
  /** Unix seconds at which a quorum of the table's witnesses first saw the entry at an index; null where unknown. */
  seenAt?: (seq: number, table: TableEntry) => number | null;
  /** Whether every witness of the table returned everything it cosigned. Defaults to false. */
  answered?: (table: TableEntry) => boolean;
}

export interface AuditOptions extends AuditTerms {
  /** Index of the first entry passed to `add`. */
  from?: number;
  /** All tables before `from`, oldest first. */
  tables?: readonly TableEntry[];
  /** All stops of betting before `from`, oldest first. */
  stops?: readonly StopEntry[];
  /** Continues an earlier audit where it ended, in place of `from`, `tables` and `stops`. */
  state?: AuditState;
}

/** What an audit remembers, as plain JSON, without its findings and counts. */
export interface AuditState {
  seq: number;
  isWhole: boolean;
  provenTime: number;
  lastDate: string | null;
  lotteries: readonly LotteryState[];
  stops: StopsState;
}
