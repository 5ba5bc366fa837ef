import type { DataProvider, GetListParams, GetOneParams, RaRecord } from 'react-admin';
import { type CursorPage, createKeyset } from './keyset.ts';
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

/** react-admin data provider over the server's cursors and paths. */
export function createDataProvider(resources: Readonly<Record<string, ResourceApi>>): DataProvider {
  const keyset = createKeyset();
  const refuse = () => Promise.reject(new Problem('method-not-allowed', 405));

  function apiOf(resource: string): ResourceApi {
    const api = resources[resource];
    if (api === undefined) throw new Problem('not-found', 404);
    return api;
  }

  async function getList(resource: string, { pagination, filter, signal }: Partial<GetListParams>) {
    const { keyOf, list } = apiOf(resource);
    if (list === undefined) throw new Problem('method-not-allowed', 405);
    const { page = 1, perPage: limit = 25 } = pagination ?? {};
    const requested = filterOf(filter);
    const found = await keyset.page(JSON.stringify([resource, limit, requested]), page, (cursor) =>
      list({ limit, filter: requested, signal, ...(cursor === undefined ? {} : { cursor }) }),
    );
    return {
      data: found.items.map((item) => recordOf(item, keyOf)),
      total: found.total,
      pageInfo: { hasNextPage: found.hasNext, hasPreviousPage: page > 1 },
    };
  }

  async function getOne(resource: string, { id, signal }: GetOneParams) {
    const { one } = apiOf(resource);
    if (one === undefined) throw new Problem('method-not-allowed', 405);
    return { data: { ...(await one(String(id), signal)), id: String(id), key: String(id) } };
  }

  const provider = { getList, getOne, getMany: refuse, getManyReference: refuse };
  const writes = { create: refuse, update: refuse, updateMany: refuse, delete: refuse, deleteMany: refuse };
  return { ...provider, ...writes, supportAbortSignal: true } as unknown as DataProvider;
}

/** react-admin needs an `id`. The item's own id is the last part of the key. */
function recordOf<T extends object>(item: T, keyOf: (item: T) => string): RaRecord {
  const key = keyOf(item);
  return { ...item, id: key, key };
}

/** The active filters in a fixed order, so that equal filters give equal cache keys. */
export function filterOf(filter: unknown): Record<string, string> {
  const entries = Object.entries((filter ?? {}) as Record<string, unknown>);
  // 'all' removes the default filter of a list.
  const given = entries.filter(([, value]) => ![undefined, null, '', 'all'].includes(value as never));
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]).sort());
}
