/** Milliseconds of one clock that only goes forward. */
export interface Idle {
  /** After so long without a call the server ends the session. */
  idleMs: number;
  /** When the server last heard of us. */
  usedAt: number;
  /** When somebody last typed or tapped. */
  touchedAt: number;
  now: number;
}

export type IdleStep = { kind: 'rest' } | { kind: 'tell' } | { kind: 'warn'; secondsLeft: number } | { kind: 'end' };

const WARN_MS = 2 * 60_000;
/** Who types is told to the server at most so often. */
const TELL_EVERY_MS = 5 * 60_000;

/** What to do now: nothing, tell the server that somebody is there, warn, or lock the page. */
export function idleStep({ idleMs, usedAt, touchedAt, now }: Idle): IdleStep {
  const left = usedAt + idleMs - now;
  if (left <= 0) return { kind: 'end' };
  if (touchedAt > usedAt && now - usedAt >= TELL_EVERY_MS && left > WARN_MS) return { kind: 'tell' };
  return left <= WARN_MS ? { kind: 'warn', secondsLeft: Math.ceil(left / 1_000) } : { kind: 'rest' };
}
