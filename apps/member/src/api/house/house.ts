import { queryOptions } from '@tanstack/react-query';
import { publishedTable } from '../lottery/published-table.ts';
import { get } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { Agreement, House, HouseFilms, HouseHolds, HouseTable } from '../shared/types.ts';

export function houseQuery() {
  return queryOptions({
    queryKey: keys.house,
    queryFn: ({ signal }) => get<House>('/api/house', { signal }),
    staleTime: 5 * 60_000,
  });
}

/** The odds of each lottery, with all their changes. */
export function houseTablesQuery() {
  return queryOptions({
    queryKey: keys.houseTables,
    queryFn: async ({ signal }) => {
      const { items } = await get<{ items: HouseTable[] }>('/api/house/tables', { signal });
      return Promise.all(items.map(publishedTable));
    },
  });
}

/** How often the house holds back withdrawals. */
export function houseHoldsQuery() {
  return queryOptions({
    queryKey: keys.houseHolds,
    queryFn: ({ signal }) => get<HouseHolds>('/api/house/holds', { signal }),
  });
}

/** The default access terms of films. */
export function houseFilmsQuery() {
  return queryOptions({
    queryKey: keys.houseFilms,
    queryFn: ({ signal }) => get<HouseFilms>('/api/house/films', { signal }),
  });
}

export function agreementQuery(locale: string) {
  return queryOptions({
    queryKey: keys.agreement(locale),
    queryFn: ({ signal }) => get<Agreement>('/api/agreement', { query: { locale }, signal }),
    staleTime: 60 * 60_000,
  });
}
