import type { QueryClient } from '@tanstack/react-query';
import { serverClock } from '../../api/shared/clock.ts';
import { onSealed } from '../live/draw-events.ts';
import { findInSeal } from './inclusion.ts';
import { fetchMissingReceipts } from './missing-receipts.ts';
import { onKeptChange } from './receipt-events.ts';
import { dueReceipts, nextDueMs, noteInclusion } from './receipt-store.ts';
import { forgetSettledAnswers } from './settled-answers.ts';

/** Delay after the lock before asking for the seal, if no event of the stream announces it. */
const SEAL_EXPECTED_MS = 3000;
/** Retry delays while a period is unsealed or the house does not answer. */
const RETRY_MS = [1500, 3000, 6000, 12_000, 30_000, 60_000] as const;
/** Random delay, so that the members of a table do not all ask at the same time. */
const SPREAD_MS = 800;

/** Fetches missing receipts and looks for each stored one in the seal of its period. Returns the stop function. */
export function watchReceipts(client: QueryClient, memberId: string): () => void {
  let left = false;
  let running = false;
  let again = false;
  let misses = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function at(delayMs: number): void {
    clearTimeout(timer);
    if (!left) timer = setTimeout(() => void pass(), delayMs);
  }

  async function pass(): Promise<void> {
    if (running) {
      again = true;
      return;
    }
    running = true;
    again = false;
    const missed = await lookForAll().catch(() => true);
    running = false;
    misses = missed ? misses + 1 : 0;
    if (again) at(0);
    else await plan();
  }

  /** Looks for all due receipts. True if some are still unsealed. One failure does not block the others. */
  async function lookForAll(): Promise<boolean> {
    let missed = false;
    for (const saved of await dueReceipts(memberId, serverClock.now())) {
      if (left) return false;
      const inclusion = await findInSeal(client, saved).catch(() => null);
      if (inclusion === null) missed = true;
      else await noteInclusion(saved.slipId, inclusion);
    }
    return missed;
  }

  async function plan(): Promise<void> {
    const dueMs = await nextDueMs(memberId);
    if (dueMs === null) return;
    const expected = dueMs + SEAL_EXPECTED_MS - serverClock.now();
    const retry = misses === 0 ? 0 : (RETRY_MS[Math.min(misses, RETRY_MS.length) - 1] ?? 0);
    at(Math.max(0, expected, retry));
  }

  /** Checks immediately when the page becomes visible or the connection is back. */
  function wake(): void {
    if (document.visibilityState === 'hidden') return;
    misses = 0;
    at(0);
  }

  const ends = [
    onSealed(() => at(Math.random() * SPREAD_MS)),
    onKeptChange(() => {
      if (!running) void plan();
    }),
  ];
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  void fetchMissingReceipts(memberId, () => left)
    .catch(() => undefined)
    .then(() => at(0));

  return () => {
    left = true;
    forgetSettledAnswers();
    clearTimeout(timer);
    for (const end of ends) end();
    document.removeEventListener('visibilitychange', wake);
    removeEventListener('online', wake);
  };
}
