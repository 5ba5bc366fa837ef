import { useSyncExternalStore } from 'react';
import { serverClock } from '../../api/shared/clock.ts';

/** One timer for every countdown on the page, and none while nothing counts. */
const TICK_MS = 250;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let tickedAt = serverClock.now();

function tick(): void {
  tickedAt = serverClock.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    tickedAt = serverClock.now();
    timer = setInterval(tick, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/**
 * A value that depends on the server's time; the component renders only when the value changes, so a countdown in
 * seconds renders once a second. The selector must return a primitive.
 */
export function useNow<T extends string | number | boolean | null>(select: (nowMs: number) => T): T {
  return useSyncExternalStore(subscribe, () => select(tickedAt));
}

/** Whole seconds left, never below zero; the last second shows as 1, so that 0 means closed. */
export function secondsLeft(untilMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}
