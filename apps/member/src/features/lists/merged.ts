/** A list that loads by pages, newest first, as one part of a merged list. */
export interface Part<T extends { atMs: number }> {
  items: readonly T[];
  /** Time of the oldest loaded entry; null if nothing is loaded. Entries of further pages are older. */
  loadedToMs: number | null;
  hasMore: boolean;
}

export interface Merged<T> {
  items: T[];
  /** Indexes of the parts whose next page is needed before more can be shown. */
  behind: number[];
}

/**
 * Merges lists by time, newest first. Stops where a list with more pages ends: its next page may have entries that
 * belong before the others.
 */
export function mergeByTime<T extends { atMs: number }>(parts: readonly Part<T>[]): Merged<T> {
  const ends = parts.map(({ hasMore, loadedToMs }) => (hasMore ? (loadedToMs ?? Number.POSITIVE_INFINITY) : null));
  const knownToMs = Math.max(...ends.map((end) => end ?? Number.NEGATIVE_INFINITY));
  const items = parts.flatMap((part) => part.items).filter(({ atMs }) => atMs >= knownToMs);
  return {
    items: items.toSorted((one, other) => other.atMs - one.atMs),
    behind: ends.flatMap((end, index) => (end === knownToMs ? [index] : [])),
  };
}
