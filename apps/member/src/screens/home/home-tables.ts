import type { Lottery } from '../../api/shared/types.ts';

type Listed = Pick<Lottery, 'class' | 'closed' | 'hot' | 'listed'>;

/**
 * The tables that Home lists: one of each class that has an open table, then the other hot ones. A class shows a hot
 * table before others, and an open one before closed ones. Each part keeps the order of the house.
 */
export function homeTables<T extends Listed>(tables: readonly T[]): T[] {
  const listed = tables.filter((table) => table.listed);
  const classes = new Set(listed.filter(({ closed }) => !closed).map((table) => table.class));
  const firsts = [...classes].flatMap((key) => firstOf(listed.filter((table) => table.class === key && !table.closed)));
  const others = listed.filter((table) => table.hot && !firsts.includes(table));
  return [...firsts.filter(({ hot }) => hot), ...firsts.filter(({ hot }) => !hot), ...others];
}

function firstOf<T extends Listed>(open: readonly T[]): T[] {
  const first = open.find(({ hot }) => hot) ?? open[0];
  return first === undefined ? [] : [first];
}
