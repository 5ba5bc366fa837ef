/** Target of a seek, in ms: within the film, and not before its floor. */
export function landingMs(wantedMs: number, { floorMs, durationMs }: { floorMs: number; durationMs: number }): number {
  return Math.max(floorMs, Math.min(wantedMs, durationMs));
}

/** A position this close to the end counts as finished. */
const END_MS = 2000;

interface Opened {
  kind: 'full' | 'preview';
  startMs: number;
  seekFloorMs: number;
  durationMs: number;
}

/**
 * Start position in ms: 0 for a preview, `fromMs` after a preview, else the server's. If the film was watched to the
 * end, the floor.
 */
export function beginningMs({ kind, startMs, seekFloorMs, durationMs }: Opened, fromMs: number | null): number {
  const bounds = { floorMs: seekFloorMs, durationMs };
  if (kind === 'preview') return landingMs(0, bounds);
  if (fromMs !== null) return landingMs(fromMs, bounds);
  return landingMs(startMs >= durationMs - END_MS ? 0 : startMs, bounds);
}
