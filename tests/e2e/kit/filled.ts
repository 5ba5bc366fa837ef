/** The list, for a loop that expects something of each item. Throws where there is none. */
export function filled<Item>(list: readonly Item[]): readonly Item[] {
  if (list.length === 0) throw new Error('The list is empty, so nothing would be expected.');
  return list;
}
