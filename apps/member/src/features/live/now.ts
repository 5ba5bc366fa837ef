import { useSyncExternalStore } from 'react';
import { serverClock } from '../../api/shared/clock.ts';
import { SECOND_MS } from '../../durations.ts';

/**
 * One timer for all countdowns of the page, running only while there is one. Ticks at the start of each server second.
 */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let tickedAt = serverClock.now();

function tick(): void {
  tickedAt = serverClock.now();
  tickAtNextSecond();
  for (const listener of listeners) listener();
}

function tickAtNextSecond(): void {
  timer = setTimeout(tick, SECOND_MS - (tickedAt % SECOND_MS));
}

/** Calls the listener once per second of server time, until the returned function is called. */
export function onTick(listener: () => void): () => void {
  if (listeners.size === 0) {
    tickedAt = serverClock.now();
    tickAtNextSecond();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

/** The server's time at the last tick. */
export function lastTickMs(): number {
  return tickedAt;
}

/**
 * A value derived from the server's time. The component renders only when the value changes, so a countdown in seconds
 * renders once a second.
 *
 * The selector must return a primitive.
 */
export function useNow<T extends string | number | boolean | null>(select: (nowMs: number) => T): T {
  return useSyncExternalStore(onTick, () => select(tickedAt));
}

/** Whole seconds left, never below zero; the last second shows as 1, so that 0 means closed. */
export function secondsLeft(untilMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}
