import { useSyncExternalStore } from 'react';

/** A cut this short is mended before anyone need hear of it. */
const TOLD_AFTER_MS = 3000;

/** As it is told: that it is cut, or that it cannot be had before the page is loaded anew. */
export type LineFault = 'cut' | 'missing';

let told: LineFault | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: LineFault | null): void {
  if (next === told) return;
  told = next;
  for (const listener of listeners) listener();
}

/** Notes how the line to the server stands. */
export function noteLine(state: 'live' | 'cut'): void {
  if (state === 'live') {
    clearTimeout(timer);
    timer = undefined;
    set(null);
  } else {
    timer ??= setTimeout(() => set('cut'), TOLD_AFTER_MS);
  }
}

/** Notes that there is no code for it. */
export function noteMissing(): void {
  set('missing');
}

/** What there is to tell of the line: also of a cut only once it is longer than a moment. */
export function useLineFault(): LineFault | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => told,
  );
}
