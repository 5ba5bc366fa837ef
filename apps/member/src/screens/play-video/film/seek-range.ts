/** Where a seek lands: within the film, and never before its floor. All in ms. */
export function landingMs(wantedMs: number, { floorMs, durationMs }: { floorMs: number; durationMs: number }): number {
  return Math.max(floorMs, Math.min(wantedMs, durationMs));
}

/** So near its end there is nothing left of it to go on with. */
const END_MS = 2000;

interface Opened {
  kind: 'full' | 'preview';
  startMs: number;
  seekFloorMs: number;
  durationMs: number;
}

/**
 * Where a film begins: where the server says, at its floor where he had seen it to the end; and after its preview was
 * seen up to `fromMs`, there.
 */
export function beginningMs({ kind, startMs, seekFloorMs, durationMs }: Opened, fromMs: number | null): number {
  const bounds = { floorMs: seekFloorMs, durationMs };
  if (kind === 'preview') return landingMs(0, bounds);
  if (fromMs !== null) return landingMs(fromMs, bounds);
  return landingMs(startMs >= durationMs - END_MS ? 0 : startMs, bounds);
}
