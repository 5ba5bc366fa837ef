import type { Verdict } from '@tercet/fair';

const FINAL: ReadonlySet<Verdict> = new Set(['verified', 'time-not-proven', 'void', 'void-time-not-proven', 'breach']);

/** True for a verdict that later evidence of the draw does not change. */
export function isFinalVerdict(verdict: Verdict): boolean {
  return FINAL.has(verdict);
}

/** True for a complete check without a breach. These count towards the check score. */
export function isCheckedVerdict(verdict: Verdict): boolean {
  return FINAL.has(verdict) && verdict !== 'breach';
}
