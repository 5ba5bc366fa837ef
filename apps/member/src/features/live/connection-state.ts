import { useSyncExternalStore } from 'react';

/** Shorter interruptions are not shown. */
const TOLD_AFTER_MS = 3000;

/** `cut`: the connection is interrupted. `lost`: the code of the connection failed to load. */
export type ConnectionFault = { because: 'cut' } | { because: 'lost'; error: unknown };

const CUT: ConnectionFault = { because: 'cut' };

let reported: ConnectionFault | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: ConnectionFault | null): void {
  if (next === reported) return;
  reported = next;
  for (const listener of listeners) listener();
}

/** Records the state of the live stream. */
export function noteConnection(state: 'live' | 'cut'): void {
  if (state === 'live') {
    clearTimeout(timer);
    timer = undefined;
    set(null);
  } else {
    timer ??= setTimeout(() => set(CUT), TOLD_AFTER_MS);
  }
}

/** Follows the browser's network state. Call once, when the app starts. */
export function followNetwork(): void {
  const note = () => {
    if (navigator.onLine) {
      // Only an answer shows that the page's own connection works again.
      if (reported === CUT && timer === undefined) set(null);
    } else set(CUT);
  };
  window.addEventListener('online', note);
  window.addEventListener('offline', note);
  note();
}

/** Records that the code of the connection failed to load. */
export function noteLost(error: unknown): void {
  set({ because: 'lost', error });
}

/** The connection fault to show; null for a short interruption. */
export function useConnectionFault(): ConnectionFault | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reported,
  );
}
