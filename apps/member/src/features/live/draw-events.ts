import type { SettledSlip } from '../../api/stream/stream-events.ts';

// Stream events for listeners besides the query cache.

type SettledListener = (slips: SettledSlip[]) => void;
const settledListeners = new Set<SettledListener>();

/** Calls back with the member's slips as they are settled. Returns the unsubscribe function. */
export function onSettled(listener: SettledListener): () => void {
  settledListeners.add(listener);
  return () => settledListeners.delete(listener);
}

export function notifySettled(slips: SettledSlip[]): void {
  for (const listener of settledListeners) listener(slips);
}

type SealedListener = (drawId: string) => void;
const sealedListeners = new Set<SealedListener>();

/** Calls back when a period is sealed or voided. Returns the unsubscribe function. */
export function onSealed(listener: SealedListener): () => void {
  sealedListeners.add(listener);
  return () => sealedListeners.delete(listener);
}

export function notifySealed(drawId: string): void {
  for (const listener of sealedListeners) listener(drawId);
}
