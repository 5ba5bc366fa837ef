/** The entry of a day is in the book by 01:00 UTC; so much longer it may be on its way. */
const DUE_MS = 3_600_000;
const GRACE_MS = 10 * 60_000;

interface LiabilityState {
  latestDate: string | null;
  dueDate: string | null;
  overdue: boolean;
}

/** The day whose entry should be in the book and is not (`2026-11-21`), by this phone's clock; null where none is. */
export function overdueDay({ latestDate, dueDate, overdue }: LiabilityState, nowMs: number): string | null {
  if (overdue) return dueDate ?? dayOf(nowMs);
  const due = dayOf(nowMs - DUE_MS - GRACE_MS);
  return latestDate !== null && latestDate < due ? due : null;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
