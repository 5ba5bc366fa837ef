import { useSyncExternalStore } from 'react';

/** The server repeats the typing event every few seconds. After this time without one, the desk is not typing. */
const SHOWN_MS = 6_000;

const typing = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/** Records that staff are typing in a thread. */
export function noteTyping(threadId: string): void {
  clearTimeout(typing.get(threadId));
  typing.set(
    threadId,
    setTimeout(() => endTyping(threadId), SHOWN_MS),
  );
  tell();
}

/** Ends the typing state, because the message has arrived. */
export function endTyping(threadId: string): void {
  clearTimeout(typing.get(threadId));
  if (typing.delete(threadId)) tell();
}

export function useTyping(threadId: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => typing.has(threadId),
  );
}

function tell(): void {
  for (const listener of listeners) listener();
}
