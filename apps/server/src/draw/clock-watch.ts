/**
 * Whether the database's clock may be believed. Bets are held against the beacon, but what is sealed or made void too
 * early is so for good: one moment of a clock that is an hour ahead would make void all the draws of that hour.
 */
export interface ClockWatch {
  /** True where the clock has jumped ahead of this process's own, and nothing says yet that it is right now. */
  mistrusts(databaseMs: number): boolean;
  /** By a verified round of the beacon it is now before `untilMs`, when the next one is due. */
  prove(untilMs: number): void;
}

export interface ClockWatchOptions {
  /** A clock that never jumps, from any beginning. */
  steadyMs?: () => number;
}

/** What is less does no harm, and clocks are set by so much. */
const AHEAD_MS = 5_000;
/** A round takes so long to be heard of. */
const SLACK_MS = 10_000;
/** A clock that stays where it went was set right: what only this process says against it counts no longer. */
const DOUBT_MS = 60_000;
/** Beside a beacon that says otherwise it is doubted for longer; but a beacon that lags stops nobody for good. */
const CONTRADICTED_MS = 3_600_000;
/** A beacon of which this was heard within so long says something of now. */
const HEARD_MS = 60_000;

/**
 * Watches from its first look on. A clock that goes back does no harm: what is done is not done again. Where a jump
 * ahead is as a beacon says, as after a machine was asleep, it is believed at once.
 */
export function createClockWatch({ steadyMs = () => performance.now() }: ClockWatchOptions = {}): ClockWatch {
  /** Database's clock less our own, as it is believed. */
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
      // Of two beacons one may lag; no round is there before its time.
      if (proof !== null && untilMs < proof.untilMs) return;
      proof = { untilMs, heardMs: steadyMs() };
    },
  };
}
