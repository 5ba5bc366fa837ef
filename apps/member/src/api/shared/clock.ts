/** One reading of the server's clock. The local times are before and after the request. */
export interface ClockSample {
  sentAt: number;
  receivedAt: number;
  serverMs: number;
}

export interface ClockEstimate {
  /** Server time minus local time, in milliseconds. */
  offsetMs: number;
  /** Round trip of the reading behind the estimate. The error is at most half of it. */
  roundTripMs: number;
}

const MAX_AGE_MS = 10 * 60_000;

/**
 * The better of two estimates: the one with the shorter round trip. If the two contradict each other, the newer one,
 * since the device slept or its clock was set.
 */
export function mergeEstimate(old: ClockEstimate | null, sample: ClockSample): ClockEstimate {
  const roundTripMs = Math.max(0, sample.receivedAt - sample.sentAt);
  const offsetMs = sample.serverMs - (sample.sentAt + roundTripMs / 2);
  const fresh = { offsetMs, roundTripMs };
  if (old === null || roundTripMs <= old.roundTripMs) return fresh;
  const apart = Math.abs(old.offsetMs - offsetMs);
  return apart > (old.roundTripMs + roundTripMs) / 2 ? fresh : old;
}

/**
 * Updates an estimate by a pushed time. A push has no round trip, but gives a lower bound of the offset, because a
 * message cannot arrive before it was sent.
 */
export function boundEstimate(old: ClockEstimate | null, receivedAt: number, serverMs: number): ClockEstimate | null {
  if (old === null) return null;
  const least = serverMs - receivedAt;
  return least > old.offsetMs ? { offsetMs: least, roundTripMs: old.roundTripMs } : old;
}

export interface ServerClock {
  /** Local monotonic milliseconds since 1970: never jumps when the user sets the clock. */
  local(): number;
  /** Estimated server time now. */
  now(): number;
  sample(sample: ClockSample): void;
  pushed(serverMs: number): void;
  forget(): void;
}

export function createServerClock(local: () => number): ServerClock {
  let estimate: ClockEstimate | null = null;
  let takenAt = 0;
  return {
    local,
    now: () => local() + (estimate?.offsetMs ?? 0),
    sample(sample) {
      const old = sample.receivedAt - takenAt > MAX_AGE_MS ? null : estimate;
      const next = mergeEstimate(old, sample);
      if (next !== estimate) takenAt = sample.receivedAt;
      estimate = next;
    },
    pushed(serverMs) {
      estimate = boundEstimate(estimate, local(), serverMs);
    },
    forget() {
      estimate = null;
    },
  };
}

export const serverClock = createServerClock(() => performance.timeOrigin + performance.now());
