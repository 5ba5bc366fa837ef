/** When what the house owes has to be in the book: for each date by 01:00 UTC of it. */
const DUE_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Whether today's is there, and whether one is missing. Dates are `YYYY-MM-DD`. */
export interface LiabilitiesStanding {
  latestDate: string | null;
  /** The newest date whose liabilities should be in the book by now; null where the book is younger than that. */
  dueDate: string | null;
  overdue: boolean;
}

/** The date (UTC) of a moment. */
export function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Whether the date began after the book did: before that there was nothing to cut. */
export function hasCut(date: string, bookBeganMs: number | null): boolean {
  return bookBeganMs !== null && bookBeganMs < Date.parse(`${date}T00:00:00Z`);
}

/** `bookBeganMs`: the time of the book's first entry, null for an empty book. */
export function standingAt(nowMs: number, bookBeganMs: number | null, latestDate: string | null): LiabilitiesStanding {
  const due = dateOf(nowMs % DAY_MS < DUE_MS ? nowMs - DAY_MS : nowMs);
  const dueDate = hasCut(due, bookBeganMs) ? due : null;
  return { latestDate, dueDate, overdue: dueDate !== null && (latestDate ?? '') < dueDate };
}
