import type { CursorPage } from './keyset.ts';
import { Problem } from './problem.ts';

/** Parameters of a list request. */
export interface ListAsk {
  limit: number;
  cursor?: string;
  /** Filters from the page's URL, without empty ones. */
  filter: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** How the console reads one resource. Writes are not generic: each act is its own call with a reason. */
export interface ResourceApi<Item extends object = object, One extends object = object> {
  /** The key of an item in URLs. It often includes the member's id (`memberKey`). */
  keyOf(item: Item): string;
  list?(ask: ListAsk): Promise<CursorPage<Item>>;
  one?(key: string, signal?: AbortSignal): Promise<One>;
}

/** Key of an item that belongs to a member. */
export function memberKey({ memberId, id }: { memberId: string; id: string }): string {
  return `${memberId}~${id}`;
}

/** Throws `not-found` if the key is malformed. */
export function readMemberKey(key: string): { memberId: string; id: string } {
  const [memberId, id, ...more] = key.split('~');
  if (!memberId || !id || more.length > 0) throw new Problem('not-found', 404);
  return { memberId, id };
}

/** The active filters in a fixed order, so that equal filters give equal cache keys. */
export function filterOf(filter: unknown): Record<string, string> {
  const entries = Object.entries((filter ?? {}) as Record<string, unknown>);
  // 'all' removes the default filter of a list.
  const given = entries.filter(([, value]) => ![undefined, null, '', 'all'].includes(value as never));
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]).sort());
}
