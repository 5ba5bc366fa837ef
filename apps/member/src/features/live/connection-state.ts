import { useSyncExternalStore } from 'react';

/** A cut this short is mended before anyone need hear of it. */
const TOLD_AFTER_MS = 3000;

/** That it is cut, or why its code is lost. */
export type ConnectionFault = { because: 'cut' } | { because: 'lost'; error: unknown };

const CUT: ConnectionFault = { because: 'cut' };

let told: ConnectionFault | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: ConnectionFault | null): void {
  if (next === told) return;
  told = next;
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

/** Follows what the browser says of its network, from the start of the app on. */
export function followNetwork(): void {
  const note = () => {
    if (navigator.onLine) {
      // Only an answer shows that the page's own connection works again.
      if (told === CUT && timer === undefined) set(null);
    } else set(CUT);
  };
  window.addEventListener('online', note);
  window.addEventListener('offline', note);
  note();
}

/** Notes that its code is lost. */
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
    () => told,
  );
}
