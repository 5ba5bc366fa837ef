import { onPhone } from '@tercet/contract/text-storage.ts';
import { useSyncExternalStore } from 'react';

const STORED = 'tercet.console.keys';
const OFF = 'off';

const listeners = new Set<() => void>();
let isOn = onPhone.read(STORED) !== OFF;

/** Whether single-letter keys work. People who use speech input or hit keys by accident turn them off (WCAG 2.1.4). */
export function areLetterKeysOn(): boolean {
  return isOn;
}

export function useLetterKeys(): [boolean, (next: boolean) => void] {
  return [useSyncExternalStore(subscribe, areLetterKeysOn), turn];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function turn(next: boolean): void {
  isOn = next;
  for (const listener of listeners) listener();
  onPhone.write(STORED, next ? null : OFF);
}
