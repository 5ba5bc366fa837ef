import type { NamedBook } from '../../book/named-book.ts';
import type { DayAudit, DayProgress, DayWanted } from './audit-day.ts';

export interface DayRequest {
  wanted: DayWanted;
  named: NamedBook;
}

export type DayReply =
  | { progress: DayProgress }
  | { audit: DayAudit }
  /** `code` is that of a `Problem`, or null for a fault of the work itself. */
  | { failure: string; code: string | null; status: number };
