import type { QueryClient } from '@tanstack/react-query';
import { Problem } from '../../api/shared/problem.ts';
import { onSettled } from '../live/draw-events.ts';
import { isCheckedVerdict, isFinalVerdict } from '../proof/final-verdict.ts';
import { onKeptChange } from '../receipts/receipt-events.ts';
import { noteBundle, noteUnanswered, savedReceipt, savedReceipts } from '../receipts/receipt-store.ts';
import { slipOfReceipt } from '../receipts/receipt-text.ts';
import type { SavedReceipt } from '../receipts/saved-receipt.ts';
import { checkScoreKey } from './check-score.ts';
import { checkSettled, isDrawDue } from './check-settled-draw.ts';
import { noteChecked } from './check-store.ts';

/** Waits for the end of the dice animation. */
const AFTER_SETTLED_MS = 2500;
/** Spaces the checks, so that the page stays responsive. */
const BETWEEN_MS = 250;
/**
 * After `BURST` checks in a row, as on a new phone of a member with many bets: two requests each must not use up what
 * the server lets a member read.
 */
const BETWEEN_MANY_MS = 1500;
const BURST = 10;
/** Time from the end of betting to the draw, rounded up. */
const DRAWN_AFTER_MS = 20_000;
/** Retry delays while a bet is unsettled or its evidence incomplete. */
const RETRY_MS = [15_000, 15_000, 30_000, 60_000, 60_000, 300_000, 900_000, 1_800_000] as const;
const RETRY_MS_MAX = 1_800_000;

/**
 * Checks every draw that the member bet on after it is settled, one at a time and off the main thread. Includes draws
 * that were missed while the phone slept. Returns the stop function.
 */
export function watchSettled(client: QueryClient, memberId: string): () => void {
  /** Due time and number of tries of each bet. */
  const waiting = new Map<string, { dueMs: number; tries: number }>();
  let left = false;
  let running = false;
  let inARow = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function plan(): void {
    clearTimeout(timer);
    if (left || running || waiting.size === 0) return;
    const untilDueMs = Math.min(...[...waiting.values()].map(({ dueMs }) => dueMs)) - Date.now();
    if (untilDueMs > BETWEEN_MANY_MS) inARow = 0;
    timer = setTimeout(() => void checkNext(), Math.max(inARow < BURST ? BETWEEN_MS : BETWEEN_MANY_MS, untilDueMs));
  }

  function wait(slipId: string, delayMs: number, tries = 0): void {
    waiting.set(slipId, { dueMs: Date.now() + delayMs, tries });
    plan();
  }

  /** Checks the due bet that was noted last: one that has just been settled comes before those of earlier days. */
  async function checkNext(): Promise<void> {
    const next = [...waiting].findLast(([, { dueMs }]) => dueMs <= Date.now());
    if (next === undefined) return plan();
    inARow += 1;
    const [slipId, { tries }] = next;
    waiting.delete(slipId);
    running = true;
    const result = await checkOne(slipId, tries).catch(() => 'again' as const);
    running = false;
    if (!waiting.has(slipId) && result !== 'done') {
      if (result !== 'again') wait(slipId, result.dueMs - Date.now(), tries);
      else wait(slipId, RETRY_MS[tries] ?? RETRY_MS_MAX, tries + 1);
    }
    plan();
  }

  /** `done`: the bet needs no further check. `dueMs`: its draw is still to come. */
  async function checkOne(slipId: string, tries: number): Promise<'done' | 'again' | { dueMs: number }> {
    const saved = await savedReceipt(slipId);
    if (saved === null || saved.memberId !== memberId || isDone(saved)) return 'done';
    const dueMs = (slipOfReceipt(saved.placed.receipt)?.locksAtMs ?? 0) + DRAWN_AFTER_MS;
    if (dueMs > Date.now()) return { dueMs };
    const checked = await checkSettled(client, saved).catch((error: unknown) => unanswered(saved, error, tries));
    if (checked === null) return 'again';
    // The first answer may have been truncated in transit.
    const isLate = checked.isLate && (tries > 0 || checked.verdict === 'overdue');
    // Missing evidence may still arrive, so only breaches and late draws are reported.
    if (checked.verdict === 'incomplete' && !isLate && saved.late === undefined) return 'again';
    await noteBundle(slipId, checked.bundle, checked.verdict, isLate);
    if (!isFinalVerdict(checked.verdict)) return 'again';
    if (isCheckedVerdict(checked.verdict)) await noteChecked(memberId, saved.placed.slip.drawId);
    await client.invalidateQueries({ queryKey: checkScoreKey(memberId) });
    return 'done';
  }

  /** Retries soon when the page becomes visible or the connection is back. */
  function wake(): void {
    if (document.visibilityState === 'hidden') return;
    for (const one of waiting.values()) one.dueMs = Math.min(one.dueMs, Date.now() + AFTER_SETTLED_MS);
    plan();
  }

  async function findMissed(): Promise<void> {
    for (const saved of await savedReceipts(memberId)) if (!isDone(saved)) wait(saved.slipId, AFTER_SETTLED_MS);
  }

  const ends = [
    onSettled((slips) => {
      for (const { slipId } of slips) wait(slipId, AFTER_SETTLED_MS);
    }),
    // Checks a new receipt when its draw is settled, even if the stream does not report it.
    onKeptChange((slipId) => {
      if (!waiting.has(slipId)) wait(slipId, AFTER_SETTLED_MS);
    }),
  ];
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  void findMissed().catch(() => undefined);
  return () => {
    left = true;
    clearTimeout(timer);
    for (const end of ends) end();
    document.removeEventListener('visibilitychange', wake);
    removeEventListener('online', wake);
  };
}

/**
 * Stores that the house did not answer for a due draw. Ignores refusals, which are answers, and errors while offline.
 */
async function unanswered(saved: SavedReceipt, error: unknown, tries: number): Promise<null> {
  const isSilent = error instanceof Problem && (error.status === 0 || error.status === 404 || error.status >= 500);
  if (isSilent && tries > 0 && navigator.onLine && isDrawDue(saved)) await noteUnanswered(saved.slipId);
  return null;
}

function isDone({ verdict }: Pick<SavedReceipt, 'verdict'>): boolean {
  return verdict !== null && isFinalVerdict(verdict);
}
