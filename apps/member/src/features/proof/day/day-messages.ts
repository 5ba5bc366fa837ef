import type { HouseBook } from '../../book/house-book.ts';
import type { PinnedWitness } from '../../pins/pin-store.ts';
import type { DayAudit, DayProgress } from './audit-day.ts';

export interface DayRequest {
  /** `2026-11-21`, in UTC. */
  day: string;
  named: HouseBook;
  /** Key that the user confirmed; null if none. */
  pinnedKey: string | null;
  /** Witnesses with the addresses that the user confirmed. */
  witnesses: readonly PinnedWitness[];
}

export type DayReply =
  | { progress: DayProgress }
  | { audit: DayAudit }
  /** `code` is that of a `Problem`, or null for an internal error. */
  | { failure: string; code: string | null; status: number };
