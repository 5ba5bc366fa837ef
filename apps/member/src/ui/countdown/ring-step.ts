/** One step per tick of a watch. */
export const RING_STEPS = 60;
/** Tolerance for the rounding error of binary fractions. */
const ROUNDING = 1e-9;

/** Steps left, of `RING_STEPS`. The last one stays until the time is over. */
export function ringStep(left: number): number {
  return Math.max(0, Math.ceil(Math.min(1, left) * RING_STEPS - ROUNDING));
}
