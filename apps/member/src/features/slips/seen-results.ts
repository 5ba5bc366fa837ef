import { useSyncExternalStore } from 'react';
import type { Slip } from '../../api/shared/types.ts';
import { readDraft, writeDraft } from '../session/drafts.ts';
import type { SettledResult } from './settled-results.ts';

/** What a member had seen of their results when they last looked at the list on this phone. */
export interface SeenResults {
  /** When the newest listed slip was placed (Unix milliseconds); slips carry no time of their draw. */
  upToMs: number;
  /** Draws up to then without a result. */
  waiting: readonly string[];
}

const NAME = 'results-seen';
const NOTHING: SeenResults = { upToMs: 0, waiting: [] };

const listeners = new Set<() => void>();
/** By member. Also holds what could not be stored. */
const cached = new Map<string, SeenResults>();

/** Without a stored mark every result is new. The same object until something changes. */
export function resultsSeen(memberId: string): SeenResults {
  const seen = cached.get(memberId) ?? read(memberId);
  cached.set(memberId, seen);
  return seen;
}

/**
 * Marks the results of the loaded slips as seen. `slips` is sorted newest first; `open` are all slips without a result.
 */
export function noteResultsSeen(memberId: string, slips: readonly Slip[], open: readonly Slip[]): void {
  const before = resultsSeen(memberId);
  const next = seenAfter(before, slips, open);
  if (JSON.stringify(next) === JSON.stringify(before)) return;
  cached.set(memberId, next);
  writeDraft(memberId, NAME, next, 'phone');
  for (const listener of listeners) listener();
}

export function seenAfter(before: SeenResults, slips: readonly Slip[], open: readonly Slip[]): SeenResults {
  const upToMs = slips[0]?.placedAtMs ?? 0;
  // Another tab has seen more.
  if (upToMs < before.upToMs) return before;
  const settled = new Set(slips.filter(({ state }) => state !== 'pending').map(({ id }) => id));
  const waiting = [...slips.filter(({ state }) => state === 'pending'), ...open.filter(({ id }) => !settled.has(id))];
  return { upToMs, waiting: [...new Set(waiting.map(({ drawId }) => drawId))].sort() };
}

export function useResultsSeen(memberId: string): SeenResults {
  return useSyncExternalStore(listen, () => resultsSeen(memberId));
}

export function isNewResult({ drawId, atMs }: SettledResult, seen: SeenResults): boolean {
  return atMs > seen.upToMs || seen.waiting.includes(drawId);
}

/**
 * True if a result came since. `slips` are the newest slips; `open` are all slips without a result, null if not all are
 * loaded. A draw that waited and is not open any more has its result, however far down the list it is.
 */
export function hasNewResults(
  results: readonly SettledResult[],
  open: readonly Slip[] | null,
  seen: SeenResults,
): boolean {
  if (results.some((result) => isNewResult(result, seen))) return true;
  if (open === null) return false;
  const openDraws = new Set(open.map(({ drawId }) => drawId));
  return seen.waiting.some((drawId) => !openDraws.has(drawId));
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(memberId: string): SeenResults {
  const stored = readDraft<Partial<SeenResults>>(memberId, NAME, 'phone');
  const { upToMs, waiting } = stored ?? NOTHING;
  if (!Number.isFinite(upToMs) || !Array.isArray(waiting)) return NOTHING;
  return { upToMs: Number(upToMs), waiting: waiting.filter((drawId) => typeof drawId === 'string') };
}
