/** A page of a list as the server gives it. `nextCursor` is null at its end; `total` counts the whole list. */
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
/** A link to a page further on is followed from the first; beyond this it is not. */
const STEPS_MAX = 20;

/**
 * Pages by number over a list that goes on by cursor: remembers where each page that was seen began. A page that was
 * not seen yet, as after a reload, is reached by way of those before it.
 */
export function createKeyset() {
  /** Where the pages of each list begin: that of page n at n − 1. */
  const begins = new Map<string, (string | undefined)[]>();

  function of(list: string): (string | undefined)[] {
    const known = begins.get(list) ?? [undefined];
    if (begins.size >= LISTS_KEPT_MAX) begins.clear();
    begins.set(list, known);
    return known;
  }

  return {
    /** Page `number` from 1; beyond the end, the last there is. */
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
