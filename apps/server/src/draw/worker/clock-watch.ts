import { HOUR_MS } from '../../durations.ts';
/**
 * Decides whether to trust the database's clock. Bets are checked against the beacon, but a premature seal or void is
 * final. One reading that is an hour ahead would void all draws of that hour.
 */
export interface ClockWatch {
  /** True if the clock has jumped ahead of this process's own clock and no evidence confirms the new time yet. */
  mistrusts(databaseMs: number): boolean;
  /**
   * Records that a verified beacon round was heard. It proves that the time is before `untilMs`, when the next round
   * is due.
   */
  prove(untilMs: number): void;
}

export interface ClockWatchOptions {
  /** A monotonic clock with an arbitrary start. */
  steadyMs?: () => number;
}

/** Tolerated jump. Smaller jumps are harmless, and clock synchronization causes them. */
const AHEAD_MS = 5_000;
/** Longest delay in hearing of a round. */
const SLACK_MS = 10_000;
/** A clock that stays at its new offset for this long is trusted, if only this process's clock contradicts it. */
const DOUBT_MS = 60_000;
/**
 * The same limit while a beacon also contradicts the clock. It is longer, but a lagging beacon must not stop draws for
 * good.
 */
const CONTRADICTED_MS = HOUR_MS;
/** A beacon round counts as evidence for this long. */
const HEARD_MS = 60_000;

/**
 * Creates a watch that trusts its first reading. Backward jumps are harmless, because completed work is never
 * repeated. A forward jump that a beacon confirms, such as after suspend, is trusted at once.
 */
export function createClockWatch({ steadyMs = () => performance.now() }: ClockWatchOptions = {}): ClockWatch {
  /** Trusted difference: the database's clock minus our own. */
  let offset: number | null = null;
  let doubt: { offset: number; sinceMs: number } | null = null;
  let proof: { untilMs: number; heardMs: number } | null = null;

  function believe(found: number): false {
    offset = found;
    doubt = null;
    return false;
  }

  return {
    mistrusts(databaseMs) {
      const nowMs = steadyMs();
      const found = databaseMs - nowMs;
      const isHeard = proof !== null && nowMs - proof.heardMs < HEARD_MS;
      const latestMs = proof === null ? 0 : proof.untilMs + (nowMs - proof.heardMs) + SLACK_MS;
      if (offset === null || Math.abs(found - offset) <= AHEAD_MS || (isHeard && databaseMs <= latestMs)) {
        return believe(found);
      }
      if (doubt === null || Math.abs(found - doubt.offset) > AHEAD_MS) doubt = { offset: found, sinceMs: nowMs };
      const isAhead = found > offset;
      if (nowMs - doubt.sinceMs >= (isAhead && isHeard ? CONTRADICTED_MS : DOUBT_MS)) return believe(found);
      return isAhead;
    },
    prove(untilMs) {
      // Another beacon may lag, so the latest proof wins. No round exists before its time.
      if (proof !== null && untilMs < proof.untilMs) return;
      proof = { untilMs, heardMs: steadyMs() };
    },
  };
}
