/**
 * How patient the player is with one file of a film. The first try is given a probe of 5 s to say something. A try that
 * failed, or stayed silent for its time, is followed by the next one, 2 s after it began at the earliest; there are at
 * most 3 retries, and a retry that stays silent for 2 s makes room for the next. At 10 s without a byte it is given up.
 * So: silence is tried at 0, 5, 7 and 9 s and given up at 10; refusals at 0, 2, 4 and 6 s. As bytes come in, the time
 * begins anew: a slow line is no broken one.
 */
const PROBE_MS = 5000;
const RETRY_EVERY_MS = 2000;
const RETRIES_MAX = 3;
const GIVEN_UP_MS = 10_000;

export interface Tries {
  /** Begun so far, without the first try. */
  retries: number;
  /** When the last try began. */
  triedAtMs: number;
  /** When the first try began, or the last byte came. */
  quietSinceMs: number;
}

/** How much longer the try that is under way may be silent, in ms. */
export function patienceMs({ retries, triedAtMs, quietSinceMs }: Tries, nowMs: number): number {
  const own = retries === 0 ? PROBE_MS : RETRY_EVERY_MS;
  const heardAtMs = Math.max(triedAtMs, quietSinceMs);
  return Math.max(0, Math.min(heardAtMs + own, quietSinceMs + GIVEN_UP_MS) - nowMs);
}

/** When to try again after a try that came to nothing; null: it is given up. */
export function nextTryAtMs({ retries, triedAtMs, quietSinceMs }: Tries, nowMs: number): number | null {
  if (retries >= RETRIES_MAX) return null;
  const atMs = Math.max(nowMs, triedAtMs + RETRY_EVERY_MS);
  return atMs < quietSinceMs + GIVEN_UP_MS ? atMs : null;
}
