/** Times in milliseconds of a monotonic clock. */
export interface Idle {
  /** The server ends the session after this time without a call. */
  idleMs: number;
  /** Time of the last call. */
  usedAt: number;
  /** Time of the last input. */
  touchedAt: number;
  now: number;
}

export type IdleStep = { kind: 'rest' } | { kind: 'tell' } | { kind: 'warn'; secondsLeft: number } | { kind: 'end' };

const WARN_MS = 2 * 60_000;
/** Minimum interval between reports of typing to the server. */
const TELL_EVERY_MS = 5 * 60_000;

/** The action due now: none, report use to the server, warn, or lock the page. */
export function idleStep({ idleMs, usedAt, touchedAt, now }: Idle): IdleStep {
  const left = usedAt + idleMs - now;
  if (left <= 0) return { kind: 'end' };
  if (touchedAt > usedAt && now - usedAt >= TELL_EVERY_MS && left > WARN_MS) return { kind: 'tell' };
  return left <= WARN_MS ? { kind: 'warn', secondsLeft: Math.ceil(left / 1_000) } : { kind: 'rest' };
}
