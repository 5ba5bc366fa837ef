import type { Period } from './periods.ts';

/** UTC day of the period's lock (`YYYY-MM-DD`). It selects the partitions that hold the period. */
export function dayOf(period: Pick<Period, 'locks'>): string {
  return new Date(period.locks * 1_000).toISOString().slice(0, 10);
}
