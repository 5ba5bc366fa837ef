import type { QueryClient } from '@tanstack/react-query';
import { filterOf } from '../../api/shared/data-provider.ts';
import type { OpenPage } from '../pages/page-context.ts';
import { type ListAddress, readListAddress } from './list-address.ts';
import { createListReader } from './list-reader.ts';
import { openingOf, type Shown } from './views/views.ts';
import { VIEWS_QUERY } from './views/views-query.ts';

const reader = createListReader();

/** A list that was read ahead of its screen is not read again when the screen appears. */
const FRESH_MS = 3_000;

export const { startOf } = reader;

/** True for an address that leaves it to the reader's default view what the list shows. */
export function isBare({ filter, sort, columns }: ListAddress): boolean {
  return filter === null && sort === null && columns === null;
}

/** Filter and sorting as the server takes them. */
export function requestedBy({ filter, sort }: Pick<Shown, 'filter' | 'sort'>): Record<string, string> {
  return filterOf({ ...filter, sort });
}

/** Query of one page of a list. */
export function listQuery(
  { name, api }: Pick<OpenPage, 'name' | 'api'>,
  { page, cursor }: Pick<ListAddress, 'page' | 'cursor'>,
  requested: Readonly<Record<string, string>>,
) {
  return {
    queryKey: [name, 'list', requested, page],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      reader.read(await api(), { name, filter: requested, page, cursor, signal }),
    staleTime: FRESH_MS,
  };
}

/** Reads the list of a page ahead of its screen, as the page's address says. */
export async function preloadList(queries: QueryClient, page: OpenPage, search: string): Promise<void> {
  const address = readListAddress(new URLSearchParams(search));
  const usual = { filter: page.defaultFilter ?? {}, sort: null, columns: null };
  const views = queries.fetchQuery(VIEWS_QUERY).catch(() => undefined);
  const shown = isBare(address)
    ? openingOf(await views, page.name, usual)
    : { ...address, filter: address.filter ?? usual.filter };
  await queries.prefetchQuery(listQuery(page, address, requestedBy(shown)));
}
