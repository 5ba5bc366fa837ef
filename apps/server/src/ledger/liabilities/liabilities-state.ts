import { DAY_MS } from '../../durations.ts';

/** Deadline for a date's liabilities in the book: 01:00 UTC of that date. */
const DUE_MS = 60 * 60_000;

/** Newest published liabilities, and whether any are overdue. Dates are `YYYY-MM-DD`. */
export interface LiabilitiesState {
  latestDate: string | null;
  /** The newest date whose liabilities are due. Null if the book is younger. */
  dueDate: string | null;
  overdue: boolean;
}

/** UTC date of a moment. */
export function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Whether the date began after the book did. Earlier dates have no snapshot. */
export function hasSnapshot(date: string, bookBeganMs: number | null): boolean {
  return bookBeganMs !== null && bookBeganMs < Date.parse(`${date}T00:00:00Z`);
}

/** State of the liabilities. `bookBeganMs` is the time of the book's first entry, or null for an empty book. */
export function liabilitiesStateAt(
  nowMs: number,
  bookBeganMs: number | null,
  latestDate: string | null,
): LiabilitiesState {
  const due = dateOf(nowMs % DAY_MS < DUE_MS ? nowMs - DAY_MS : nowMs);
  const dueDate = hasSnapshot(due, bookBeganMs) ? due : null;
  return { latestDate, dueDate, overdue: dueDate !== null && (latestDate ?? '') < dueDate };
}
