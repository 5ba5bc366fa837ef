import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { filterOf } from '../../api/shared/data-provider.ts';
import { usePage } from '../pages/page-context.ts';
import { readListAddress, writeListAddress } from './list-address.ts';
import type { List } from './list-context.ts';
import { createListReader } from './list-reader.ts';

const reader = createListReader();

/** The list of the current page, with filter and position kept in the URL. */
export function useList(defaultFilter: Readonly<Record<string, string>> = {}): List {
  const { name, api } = usePage();
  const [query, setQuery] = useSearchParams();
  const address = readListAddress(query);
  const filterValues = address.filter ?? defaultFilter;
  const filter = filterOf(filterValues);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [name, 'list', filter, address.page],
    queryFn: async ({ signal }) =>
      reader.read(await api(), { name, filter, page: address.page, cursor: address.cursor, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
  const page = data?.page ?? address.page;
  return {
    data: data?.rows,
    total: data?.total,
    error,
    isPending,
    refetch,
    filterValues,
    setFilters: (next) => setQuery(writeListAddress({ filter: textsOf(next), page: 1, cursor: null })),
    page,
    setPage: (next) =>
      setQuery(
        writeListAddress({ filter: address.filter, page: next, cursor: reader.startOf({ name, filter }, next) }),
      ),
    hasNextPage: data?.hasNext ?? false,
    hasPreviousPage: page > 1,
  };
}

/** The filter without values that were taken away. */
function textsOf(filter: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
