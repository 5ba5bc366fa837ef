import { useSyncExternalStore } from 'react';

/** A cut this short is mended before anyone need hear of it. */
const TOLD_AFTER_MS = 3000;

let told = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (next === told) return;
  told = next;
  for (const listener of listeners) listener();
}

/** Notes how the line to the server stands. */
export function noteLine(state: 'live' | 'cut'): void {
  if (state === 'live') {
    clearTimeout(timer);
    timer = undefined;
    set(false);
  } else {
    timer ??= setTimeout(() => set(true), TOLD_AFTER_MS);
  }
}

/** True while the line has been cut for longer than a moment. */
export function useLineCut(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => told,
  );
}
