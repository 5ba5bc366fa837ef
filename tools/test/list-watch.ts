/** Functions that lists pass through, and what they have recorded. `place`: `path:line` of the list. */
export interface ListWatch {
  /** The list of a loop. */
  loop<Item>(place: string, items: Iterable<Item>): Iterable<Item>;
  /** The list of a call of `every`. */
  items<List extends { length: number }>(place: string, items: List): List;
  /** The rows of `test.each` or `describe.each`. Throws where there are none. */
  table<Table>(place: string, table: Table): Table;
  /** Places whose lists were empty each time, and forgets all. */
  takeEmpty(): string[];
}

export function watchLists(): ListWatch {
  const seen = new Map<string, number>();
  const count = (place: string, items: number) => seen.set(place, (seen.get(place) ?? 0) + items);
  return {
    *loop(place, items) {
      count(place, 0);
      for (const item of items) {
        count(place, 1);
        yield item;
      }
    },
    items(place, items) {
      count(place, items.length);
      return items;
    },
    table(place, table) {
      if (Array.isArray(table) && table.length === 0) throw new Error(`${place}: a table without rows tests nothing.`);
      return table;
    },
    takeEmpty() {
      const empty = [...seen].filter(([, items]) => items === 0).map(([place]) => place);
      seen.clear();
      return empty;
    },
  };
}
