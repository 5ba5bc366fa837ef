import type { ListAsk, ResourceApi } from '../../api/shared/data-provider.ts';

/** The queue of one kind of decision, as its page lists it. */
export interface DecisionQueue<Item extends object> {
  /** Page in URLs. */
  page: string;
  api: ResourceApi<Item>;
  filter: ListAsk['filter'];
  /** False for items that this person can do nothing about now, such as those that wait for a second person. */
  isOpenTo: (item: Item) => boolean;
  nameOf: (item: Item) => string;
}

export interface NextItem {
  to: string;
  name: string;
  /** Items left, this one included. */
  left: number;
}

const LOOKED_AT_MAX = 50;

/** The next item of a queue besides the current one; null if nothing else waits for this person. */
export async function readNext<Item extends object>(
  { page, api, filter, isOpenTo, nameOf }: DecisionQueue<Item>,
  current: string,
  signal?: AbortSignal,
): Promise<NextItem | null> {
  const found = await api.list?.({ limit: LOOKED_AT_MAX, filter, signal });
  const { items = [], nextCursor = null, total = 0 } = found ?? {};
  const place = items.findIndex((item) => api.keyOf(item) === current);
  // Those after the current item come first, so that skipping does not lead in a circle of two.
  const inOrder = [...items.slice(place + 1), ...items.slice(0, Math.max(place, 0))];
  const open = inOrder.filter(isOpenTo);
  const [next] = open;
  if (next === undefined) return null;
  const left = nextCursor === null ? open.length : Math.max(open.length, total - (place === -1 ? 0 : 1));
  return { to: `/${page}/${api.keyOf(next)}/show`, name: nameOf(next), left };
}
