/** A page of a server list. `nextCursor` is null on the last page; `total` counts the whole list. */
export interface CursorPage<T> {
  items: T[];
  nextCursor: string | null;
  total: number;
}

export interface Numbered<T> extends CursorPage<T> {
  hasNext: boolean;
}

type ReadPage<T> = (cursor: string | undefined) => Promise<CursorPage<T>>;

const LISTS_KEPT_MAX = 50;
/** Limit of pages read in a row to reach a page further on. */
const STEPS_MAX = 20;

/**
 * Numbered pages over a cursor list. Remembers the start cursor of each visited page. Reaches an unvisited page, as
 * after a reload, by reading the pages before it.
 */
export function createKeyset() {
  /** Start cursors of each list: page n at index n − 1. */
  const begins = new Map<string, (string | undefined)[]>();

  function of(list: string): (string | undefined)[] {
    const known = begins.get(list) ?? [undefined];
    if (begins.size >= LISTS_KEPT_MAX) begins.clear();
    begins.set(list, known);
    return known;
  }

  return {
    /** Page `number` from 1; past the end, the last page. */
    async page<T>(list: string, number: number, read: ReadPage<T>): Promise<Numbered<T>> {
      const starts = of(list);
      let at = Math.min(number, starts.length);
      for (let steps = 0; ; steps++) {
        const found = await read(starts[at - 1]);
        if (found.nextCursor !== null) starts[at] = found.nextCursor;
        else starts.length = at;
        if (at >= number || found.nextCursor === null || steps >= STEPS_MAX) {
          return { ...found, hasNext: found.nextCursor !== null };
        }
        at += 1;
      }
    },
  };
}
