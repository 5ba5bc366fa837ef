import { useSyncExternalStore } from 'react';

// Text before the title of every page, such as the number of waiting items.

let prefix = '';
const listeners = new Set<() => void>();

export function setTitlePrefix(next: string): void {
  if (next === prefix) return;
  prefix = next;
  for (const listener of listeners) listener();
}

export function useTitlePrefix(): string {
  return useSyncExternalStore(subscribe, () => prefix);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
