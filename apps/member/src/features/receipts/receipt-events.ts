import type { SavedReceipt } from './saved-receipt.ts';

/** Events about stored receipts on this page. */

type Listener = (saved: SavedReceipt) => void;

const changeListeners = new Set<(slipId: string) => void>();
const breachListeners = new Set<Listener>();

/** Calls back with the slip's id when its receipt is stored or checked. Returns the unsubscribe function. */
export function onKeptChange(listener: (slipId: string) => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

/** Calls back when a stored receipt shows a breach. Earlier ones are in `receiptBreaches`. */
export function onBreach(listener: Listener): () => void {
  breachListeners.add(listener);
  return () => breachListeners.delete(listener);
}

export function notifyReceiptChange(slipId: string): void {
  for (const listener of changeListeners) listener(slipId);
}

export function notifyBreach(saved: SavedReceipt): void {
  for (const listener of breachListeners) listener(saved);
}
