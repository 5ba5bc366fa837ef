/** The entry of a day is due at 01:00 UTC, plus the grace period for its delivery. */
const DUE_MS = 3_600_000;
const GRACE_MS = 10 * 60_000;

interface LiabilityState {
  latestDate: string | null;
  dueDate: string | null;
  overdue: boolean;
}

/**
 * Day of the missing entry (`2026-11-21`): the house's own statement, else by this phone's clock. Null if none is
 * missing.
 */
export function overdueDay({ latestDate, dueDate, overdue }: LiabilityState, nowMs: number): string | null {
  if (overdue) return dueDate ?? dayOf(nowMs);
  const due = dayOf(nowMs - DUE_MS - GRACE_MS);
  return latestDate !== null && latestDate < due ? due : null;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
