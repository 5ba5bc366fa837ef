/**
 * Retry rule for one file of a film. The first try may stay silent for 5 s. After a failed or silent try the next one
 * follows, at the earliest 2 s after the last began. There are at most 3 retries, each with 2 s of silence. After 10 s
 * without a byte the file is given up. So with silence the tries start at 0, 5, 7 and 9 s and end at 10 s. With
 * refusals they start at 0, 2, 4 and 6 s. Each received byte restarts the time, since a slow connection is not a broken
 * one.
 */
const PROBE_MS = 5000;
const RETRY_EVERY_MS = 2000;
const RETRIES_MAX = 3;
const GIVEN_UP_MS = 10_000;

export interface Tries {
  /** Number of retries so far. */
  retries: number;
  /** Start of the last try. */
  triedAtMs: number;
  /** Start of the first try, or time of the last byte. */
  quietSinceMs: number;
}

/** Milliseconds for which the current try may stay silent. */
export function patienceMs({ retries, triedAtMs, quietSinceMs }: Tries, nowMs: number): number {
  const own = retries === 0 ? PROBE_MS : RETRY_EVERY_MS;
  const heardAtMs = Math.max(triedAtMs, quietSinceMs);
  return Math.max(0, Math.min(heardAtMs + own, quietSinceMs + GIVEN_UP_MS) - nowMs);
}

/** Time of the next try after a failed one. Null: give up. */
export function nextTryAtMs({ retries, triedAtMs, quietSinceMs }: Tries, nowMs: number): number | null {
  if (retries >= RETRIES_MAX) return null;
  const atMs = Math.max(nowMs, triedAtMs + RETRY_EVERY_MS);
  return atMs < quietSinceMs + GIVEN_UP_MS ? atMs : null;
}
