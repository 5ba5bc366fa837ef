import { useSyncExternalStore } from 'react';

/** Up to when the notices of the house were read on this phone (Unix milliseconds); 0 before the first time. */
const STORED_AS = 'tercet.notices';

const listeners = new Set<() => void>();
let seen: number | null = null;

export function noticesSeen(): number {
  seen ??= read();
  return seen;
}

/** Notes that the notices up to this one were shown. An older one changes nothing. */
export function noteNoticesSeen(atMs: number): void {
  if (atMs <= noticesSeen()) return;
  seen = atMs;
  try {
    localStorage.setItem(STORED_AS, String(atMs));
  } catch {
    // Full or closed storage: it is then known to this page only.
  }
  for (const listener of listeners) listener();
}

export function useNoticesSeen(): number {
  return useSyncExternalStore(listen, noticesSeen);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): number {
  try {
    const kept = Number(localStorage.getItem(STORED_AS));
    return Number.isFinite(kept) ? kept : 0;
  } catch {
    return 0;
  }
}
