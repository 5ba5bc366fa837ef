/** Films up to this length start at 0, unless the title has its own start point. */
const LONG_MS = 60_000;
/** A position this near to the end counts as watched, so the film starts over. */
export const END_MS = 10_000;

export interface StartAsk {
  durationMs: number;
  /** Start point of the title in milliseconds; null: the house's default. */
  ownMs: number | null;
  houseMs: number;
}

/** Start point of the full film in milliseconds. A point at or behind the film's end counts as 0. */
export function startPointOf({ durationMs, ownMs, houseMs }: StartAsk): number {
  const wanted = ownMs ?? (durationMs > LONG_MS ? houseMs : 0);
  return wanted < durationMs - END_MS ? wanted : 0;
}

/** Position to resume at: the stored one, unless it is before the start point or at the end. */
export function resumeAt(startMs: number, positionMs: number | null, durationMs: number): number {
  if (positionMs === null || positionMs > durationMs - END_MS) return startMs;
  return Math.max(startMs, positionMs);
}
