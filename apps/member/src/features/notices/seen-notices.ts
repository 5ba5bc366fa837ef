import { onPhone } from '@tercet/contract/text-storage.ts';
import { useSyncExternalStore } from 'react';

/** Storage key of the time of the newest notice shown on this phone (Unix milliseconds). */
const STORED_AS = 'tercet.notices';

const listeners = new Set<() => void>();
let seen: number | null = null;

export function noticesSeen(): number {
  seen ??= read();
  return seen;
}

/** Stores that the notices up to this time were shown. Earlier times change nothing. */
export function noteNoticesSeen(atMs: number): void {
  if (atMs <= noticesSeen()) return;
  seen = atMs;
  // Another tab may have shown newer ones.
  if (atMs > read()) onPhone.write(STORED_AS, String(atMs));
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
  const stored = Number(onPhone.read(STORED_AS));
  return Number.isFinite(stored) ? stored : 0;
}
