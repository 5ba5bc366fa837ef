import type { QueryClient } from '@tanstack/react-query';
import { onSettled } from '../live/heard.ts';
import { onKeptChange } from '../receipts/receipt-news.ts';
import { keptReceipt, keptReceipts, noteBundle } from '../receipts/receipt-store.ts';
import { checkScoreKey } from './check-score.ts';
import { checkSettled } from './check-settled.ts';
import { noteChecked } from './check-store.ts';

/** The dice come to rest first, and the page belongs to whoever uses it. */
const AFTER_SETTLED_MS = 2500;
const BETWEEN_MS = 250;
/** A bet that is not settled yet, or an answer that did not come, is asked for again. */
const RETRY_MS = 15_000;

/**
 * Checks every draw that the member bet on after it is settled, one at a time and off the main thread: what is settled
 * now, and what was missed while the phone slept. Returns the way to stop.
 */
export function watchSettled(client: QueryClient, memberId: string): () => void {
  const waiting = new Set<string>();
  let left = false;
  let running = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function soon(delayMs: number): void {
    clearTimeout(timer);
    if (!left && waiting.size > 0) timer = setTimeout(() => void pass(), delayMs);
  }

  async function pass(): Promise<void> {
    if (running) return;
    running = true;
    let missed = false;
    for (const slipId of [...waiting]) {
      if (left) break;
      const done = await checkOne(slipId).catch(() => false);
      if (done) waiting.delete(slipId);
      else missed = true;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    }
    running = false;
    soon(missed ? RETRY_MS : BETWEEN_MS);
  }

  /** True once there is nothing more to be found out about the bet. */
  async function checkOne(slipId: string): Promise<boolean> {
    const kept = await keptReceipt(slipId);
    if (kept === null || kept.memberId !== memberId || kept.verdict !== null) return true;
    const checked = await checkSettled(client, kept);
    if (checked === null) return false;
    await noteBundle(slipId, checked.bundle, checked.verdict);
    if (checked.verdict !== 'breach') await noteChecked(memberId, kept.placed.slip.drawId);
    await client.invalidateQueries({ queryKey: checkScoreKey(memberId) });
    return true;
  }

  async function findMissed(): Promise<void> {
    for (const { slipId, verdict } of await keptReceipts(memberId)) if (verdict === null) waiting.add(slipId);
    soon(AFTER_SETTLED_MS);
  }

  const ends = [
    onSettled((slips) => {
      for (const { slipId } of slips) waiting.add(slipId);
      soon(AFTER_SETTLED_MS);
    }),
    // A receipt that was kept just now is looked at when its draw is settled, should the line not tell of it.
    onKeptChange((slipId) => {
      waiting.add(slipId);
      if (timer === undefined) soon(RETRY_MS);
    }),
  ];
  void findMissed().catch(() => undefined);
  return () => {
    left = true;
    clearTimeout(timer);
    for (const end of ends) end();
  };
}
