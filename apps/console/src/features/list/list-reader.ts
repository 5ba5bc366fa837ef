import type { ResourceApi } from '../../api/shared/data-provider.ts';
import { createKeyset } from '../../api/shared/keyset.ts';
import { asProblem, Problem } from '../../api/shared/problem.ts';

/** A page of a list with keyed rows. */
export interface ListRead {
  rows: { key: string }[];
  total: number;
  /** Number of the page that was read: the last one if a later one was requested. */
  page: number;
  hasNext: boolean;
}

export interface ListRequest {
  /** Name of the console page. */
  name: string;
  filter: Readonly<Record<string, string>>;
  page: number;
  /** Start of the page, from the URL. */
  cursor: string | null;
  signal?: AbortSignal;
}

const PER_PAGE = 25;
const BAD_REQUEST = 400;

/** Reads lists page by page, and remembers where pages start. */
export function createListReader() {
  const keyset = createKeyset();
  const idOf = ({ name, filter }: Pick<ListRequest, 'name' | 'filter'>) => JSON.stringify([name, filter]);

  async function readOnce(api: ResourceApi, request: ListRequest): Promise<ListRead> {
    const { keyOf, list } = api;
    if (list === undefined) throw new Problem('method-not-allowed', 405);
    const { filter, page, signal } = request;
    const found = await keyset.page(idOf(request), page, (cursor) =>
      list({ limit: PER_PAGE, filter: { ...filter }, signal, ...(cursor === undefined ? {} : { cursor }) }),
    );
    return {
      rows: found.items.map((item) => ({ ...item, key: keyOf(item) })),
      total: found.total,
      page: found.page,
      hasNext: found.nextCursor !== null,
    };
  }

  return {
    /** Throws a `Problem`. If the server refuses the cursor of an old or edited URL, reads from the first page on. */
    async read(api: ResourceApi, request: ListRequest): Promise<ListRead> {
      const { page, cursor } = request;
      const isUnknown = cursor !== null && keyset.startOf(idOf(request), page) === null;
      if (isUnknown) keyset.note(idOf(request), page, cursor);
      try {
        return await readOnce(api, request);
      } catch (error) {
        if (!isUnknown || asProblem(error).status !== BAD_REQUEST) throw error;
        keyset.forget(idOf(request));
        return readOnce(api, request);
      }
    },

    startOf: (request: Pick<ListRequest, 'name' | 'filter'>, page: number) => keyset.startOf(idOf(request), page),
  };
}
