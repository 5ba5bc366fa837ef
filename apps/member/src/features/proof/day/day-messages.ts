import type { HouseBook } from '../../book/house-book.ts';
import type { PinnedWitness } from '../../pins/pin-store.ts';
import type { DayAudit, DayProgress } from './audit-day.ts';

export interface DayRequest {
  /** `2026-11-21`, in UTC. */
  day: string;
  named: HouseBook;
  /** Key that the reader confirmed; null where none. */
  pinnedKey: string | null;
  /** Witnesses at the addresses that the reader confirmed. */
  witnesses: readonly PinnedWitness[];
}

export type DayReply =
  | { progress: DayProgress }
  | { audit: DayAudit }
  /** `code` is that of a `Problem`, or null for a fault of the work itself. */
  | { failure: string; code: string | null; status: number };
