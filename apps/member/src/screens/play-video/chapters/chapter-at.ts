import type { Video } from '../../../api/shared/types.ts';

export type Chapter = Video['chapters'][number];

/** The chapter at a position in milliseconds; null before the first one. `chapters` ascend. */
export function chapterAt(chapters: readonly Chapter[], ms: number): Chapter | null {
  return chapters.findLast(({ atMs }) => atMs <= ms) ?? null;
}

/** Positions of the marks on the seek bar, from 0 to 1: chapters behind the start and inside the film. */
export function marksOf(chapters: readonly Chapter[], durationMs: number): number[] {
  return chapters.filter(({ atMs }) => atMs > 0 && atMs < durationMs).map(({ atMs }) => atMs / durationMs);
}
