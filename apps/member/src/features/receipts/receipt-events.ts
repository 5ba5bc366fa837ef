import type { KeptReceipt } from './kept-receipt.ts';

/** What happens to kept receipts, for whoever wants to know on this page. */

type Listener = (kept: KeptReceipt) => void;

const changeListeners = new Set<(slipId: string) => void>();
const breachListeners = new Set<Listener>();

/** Calls back with the slip's id when its receipt was kept or something was found out. Returns the way to stop. */
export function onKeptChange(listener: (slipId: string) => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

/** Calls back when a kept receipt turns out to be broken by the house. Those found before are in `receiptBreaches`. */
export function onBreach(listener: Listener): () => void {
  breachListeners.add(listener);
  return () => breachListeners.delete(listener);
}

export function tellKeptChange(slipId: string): void {
  for (const listener of changeListeners) listener(slipId);
}

export function tellBreach(kept: KeptReceipt): void {
  for (const listener of breachListeners) listener(kept);
}
