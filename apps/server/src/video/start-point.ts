/** A film that is not longer begins where it begins, unless its title says otherwise. */
const LONG_MS = 60_000;
/** So near to its end a film counts as seen: it begins anew. */
const END_MS = 10_000;

export interface StartAsk {
  durationMs: number;
  /** Of the title; null: as the house says. */
  ownMs: number | null;
  houseMs: number;
}

/** Where the full film begins: its start point (ms). One that lies at its end or behind it is none. */
export function startPointOf({ durationMs, ownMs, houseMs }: StartAsk): number {
  const wanted = ownMs ?? (durationMs > LONG_MS ? houseMs : 0);
  return wanted < durationMs - END_MS ? wanted : 0;
}

/** Where to go on from: where he left off, unless that is before the start point or at the end. */
export function resumeAt(startMs: number, positionMs: number | null, durationMs: number): number {
  if (positionMs === null || positionMs > durationMs - END_MS) return startMs;
  return Math.max(startMs, positionMs);
}
