import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { filterOf } from '../../api/shared/data-provider.ts';
import { usePage } from '../pages/page-context.ts';
import { type ListAddress, readListAddress, writeListAddress } from './list-address.ts';
import type { List } from './list-context.ts';
import { createListReader } from './list-reader.ts';
import { useViews } from './use-views.ts';

const reader = createListReader();

/** The list of the current page, with filter, sorting and position kept in the URL. */
export function useList(defaultFilter: Readonly<Record<string, string>> = {}): List {
  const { name, api } = usePage();
  const [query, setQuery] = useSearchParams();
  const address = readListAddress(query);
  const views = useViews(name, { filter: defaultFilter, sort: null, columns: null });
  // A bare address opens the reader's default view.
  const isBare = address.filter === null && address.sort === null && address.columns === null;
  const {
    filter: filterValues,
    sort,
    columns,
  } = isBare ? views.opening : { ...address, filter: address.filter ?? defaultFilter };
  const requested = filterOf({ ...filterValues, sort });
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [name, 'list', requested, address.page],
    queryFn: async ({ signal }) =>
      reader.read(await api(), { name, filter: requested, page: address.page, cursor: address.cursor, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    enabled: !isBare || views.isReady,
  });
  const page = data?.page ?? address.page;
  const shown = { filter: filterValues, sort, columns };
  const go = (next: Partial<ListAddress>) => setQuery(writeListAddress({ ...shown, page: 1, cursor: null, ...next }));
  return {
    data: data?.rows,
    total: data?.total,
    error,
    isPending,
    refetch,
    filterValues,
    requested,
    setFilters: (next) => go({ filter: textsOf(next) }),
    sort,
    setSort: (next) => go({ sort: next }),
    columns: columns ?? views.ownColumns,
    setColumns(next) {
      views.chooseColumns(next);
      if (address.columns !== null) go({ columns: null });
    },
    views: { ...views, shown, show: go },
    page,
    setPage(next) {
      const cursor = reader.startOf({ name, filter: requested }, next);
      setQuery(writeListAddress({ ...address, page: next, cursor }));
    },
    hasNextPage: data?.hasNext ?? false,
    hasPreviousPage: page > 1,
  };
}

/** The filter without values that were taken away. */
function textsOf(filter: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
