import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { usePage } from '../pages/page-context.ts';
import { type ListAddress, readListAddress, writeListAddress } from './list-address.ts';
import type { List } from './list-context.ts';
import { isBare, listQuery, requestedBy, startOf } from './list-query.ts';
import { useViews } from './views/use-views.ts';

/** The list of the current page, with filter, sorting and position kept in the URL. */
export function useList(): List {
  const { name, api, defaultFilter } = usePage();
  const [query, setQuery] = useSearchParams();
  const address = readListAddress(query);
  const usual = { filter: defaultFilter ?? {}, sort: null, columns: null };
  const views = useViews(name, usual);
  const shown = isBare(address) ? views.opening : { ...address, filter: address.filter ?? usual.filter };
  const { filter: filterValues, sort, columns } = shown;
  const requested = requestedBy(shown);
  const { data, error, isPending, refetch } = useQuery({
    ...listQuery({ name, api }, address, requested),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    enabled: !isBare(address) || views.isReady,
  });
  const page = data?.page ?? address.page;
  const go = (next: Partial<ListAddress>) =>
    setQuery(writeListAddress({ filter: filterValues, sort, columns, page: 1, cursor: null, ...next }));
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
    views: { ...views, shown: { filter: filterValues, sort, columns }, show: go },
    page,
    setPage(next) {
      const cursor = startOf({ name, filter: requested }, next);
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
