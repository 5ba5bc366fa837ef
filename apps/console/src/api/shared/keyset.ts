/** A page of a server list. `nextCursor` is null on the last page; `total` counts the whole list. */
export interface CursorPage<T> {
  items: T[];
  nextCursor: string | null;
  total: number;
}

interface Numbered<T> extends CursorPage<T> {
  /** Number of the page that was read: the last one if a later one was requested. */
  page: number;
}

type ReadPage<T> = (cursor: string | undefined) => Promise<CursorPage<T>>;

const LISTS_KEPT_MAX = 50;
/** Limit of pages read in a row to reach a page further on. */
const STEPS_MAX = 20;

/**
 * Numbered pages over a cursor list. Remembers the start cursor of each visited page. Reaches an unvisited page by
 * reading the pages before it, from the nearest known one.
 */
export function createKeyset() {
  /** Start cursors of each list by page number. The first page has none. */
  const begins = new Map<string, Map<number, string>>();

  function of(list: string): Map<number, string> {
    const known = begins.get(list) ?? new Map<number, string>();
    if (begins.size >= LISTS_KEPT_MAX) begins.clear();
    begins.set(list, known);
    return known;
  }

  return {
    /** Page `number` from 1; past the end, the last page. */
    async page<T>(list: string, number: number, read: ReadPage<T>): Promise<Numbered<T>> {
      const starts = of(list);
      let at = Math.max(1, ...[...starts.keys()].filter((known) => known <= number));
      for (let steps = 0; ; steps++) {
        const found = await read(starts.get(at));
        if (found.nextCursor !== null) starts.set(at + 1, found.nextCursor);
        else for (const later of [...starts.keys()].filter((known) => known > at)) starts.delete(later);
        if (at >= number || found.nextCursor === null || steps >= STEPS_MAX) return { ...found, page: at };
        at += 1;
      }
    },

    /** Start cursor of a page; null if it is the first, or unknown. */
    startOf: (list: string, number: number): string | null => begins.get(list)?.get(number) ?? null,

    /** Notes where a page starts, as an address says. */
    note(list: string, number: number, cursor: string): void {
      if (number > 1) of(list).set(number, cursor);
    },

    /** Forgets all pages of a list. */
    forget(list: string): void {
      begins.delete(list);
    },
  };
}
