/** Returns a list for a loop with expectations. Throws when it is empty, since such a loop would check nothing. */
export function filled<Item>(list: readonly Item[]): readonly Item[] {
  if (list.length === 0) throw new Error('The list is empty, so nothing would be expected.');
  return list;
}
