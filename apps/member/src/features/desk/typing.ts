import { useSyncExternalStore } from 'react';

/** Told every few seconds while somebody writes; so long without it, nobody does. */
const SHOWN_MS = 6_000;

const typing = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/** Somebody of the house writes in a talk. */
export function noteTyping(talkId: string): void {
  clearTimeout(typing.get(talkId));
  typing.set(
    talkId,
    setTimeout(() => endTyping(talkId), SHOWN_MS),
  );
  tell();
}

/** The words are there. */
export function endTyping(talkId: string): void {
  clearTimeout(typing.get(talkId));
  if (typing.delete(talkId)) tell();
}

export function useTyping(talkId: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => typing.has(talkId),
  );
}

function tell(): void {
  for (const listener of listeners) listener();
}
