/** As many as the ticks of a watch. */
export const RING_STEPS = 60;
/** What binary fractions add to a whole step. */
const ROUNDING = 1e-9;

/** Sixtieths of the ring that are left. The last one stays until nothing is left. */
export function ringStep(left: number): number {
  return Math.max(0, Math.ceil(Math.min(1, left) * RING_STEPS - ROUNDING));
}
