import type { Verdict } from '@tercet/fair';

const FINAL: ReadonlySet<Verdict> = new Set(['verified', 'time-not-proven', 'void', 'void-time-not-proven', 'breach']);

/** True for a verdict that does not change as the draw goes on. */
export function isFinalVerdict(verdict: Verdict): boolean {
  return FINAL.has(verdict);
}

/** True where a draw was checked to its end and holds: what the check score counts. */
export function isCheckedVerdict(verdict: Verdict): boolean {
  return FINAL.has(verdict) && verdict !== 'breach';
}
