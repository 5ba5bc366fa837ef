/** At most three years, since a longer list is hard to read. */
const MONTHS_MAX = 36;

/** UTC months between two times, newest first, as `2026-11`. At least the current month. */
export function monthsSince(sinceMs: number, nowMs: number): string[] {
  const first = new Date(Math.min(sinceMs, nowMs)).toISOString().slice(0, 7);
  const months: string[] = [];
  const at = new Date(`${new Date(nowMs).toISOString().slice(0, 7)}-01T00:00:00Z`);
  while (months.length < MONTHS_MAX) {
    const month = at.toISOString().slice(0, 7);
    months.push(month);
    if (month <= first) break;
    at.setUTCMonth(at.getUTCMonth() - 1);
  }
  return months;
}
