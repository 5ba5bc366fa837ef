import { onPhone } from '@tercet/contract/text-storage.ts';
import { useSyncExternalStore } from 'react';

/** How this browser tells of new items, beside the counts. All are off until the person turns them on. */
export const WAYS = ['sound', 'notification'] as const;
export type Way = (typeof WAYS)[number];

const STORED = 'tercet.console.announce';

const listeners = new Set<() => void>();
let chosen = stored();

// Another tab may change the choice.
addEventListener('storage', ({ key }) => {
  if (key === STORED) change(stored());
});

export function isAnnounced(way: Way): boolean {
  return chosen.includes(way);
}

export function useAnnounced(): (way: Way) => boolean {
  const ways = useSyncExternalStore(subscribe, () => chosen);
  return (way) => ways.includes(way);
}

export function turnAnnounced(way: Way, isOn: boolean): void {
  change(WAYS.filter((one) => (one === way ? isOn : chosen.includes(one))));
  onPhone.write(STORED, chosen.length === 0 ? null : chosen.join(' '));
}

function stored(): readonly Way[] {
  const texts = onPhone.read(STORED)?.split(' ') ?? [];
  return WAYS.filter((way) => texts.includes(way));
}

function change(next: readonly Way[]): void {
  chosen = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
