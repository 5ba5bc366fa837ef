import { onPhone } from '@tercet/contract/text-storage.ts';
import { useSyncExternalStore } from 'react';

const STORED = 'tercet.console.theme';

export type Appearance = 'light' | 'dark';

const system = matchMedia('(prefers-color-scheme: dark)');
/** Null follows the system. */
let chosen: Appearance | null = stored();
const listeners = new Set<() => void>();

function stored(): Appearance | null {
  const text = onPhone.read(STORED);
  return text === 'light' || text === 'dark' ? text : null;
}

/** The chosen appearance, else the system's. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, read);
}

/** Changes the appearance and keeps it in this browser. */
export function chooseAppearance(next: Appearance): void {
  chosen = next;
  onPhone.write(STORED, next);
  for (const listener of listeners) listener();
}

function read(): Appearance {
  return chosen ?? (system.matches ? 'dark' : 'light');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}
