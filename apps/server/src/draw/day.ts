import type { Period } from './periods.ts';

/** The day whose partitions hold the period: that of its lock, in UTC. */
export function dayOf(period: Pick<Period, 'locks'>): string {
  return new Date(period.locks * 1_000).toISOString().slice(0, 10);
}
