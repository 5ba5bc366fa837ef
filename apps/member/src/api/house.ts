import { queryOptions } from '@tanstack/react-query';
import { get } from './client.ts';
import { keys } from './query-keys.ts';
import type { Agreement, House } from './types.ts';

export function houseQuery() {
  return queryOptions({
    queryKey: keys.house,
    queryFn: ({ signal }) => get<House>('/api/house', { signal }),
    staleTime: 5 * 60_000,
  });
}

export function agreementQuery(locale: string) {
  return queryOptions({
    queryKey: keys.agreement(locale),
    queryFn: ({ signal }) => get<Agreement>('/api/agreement', { query: { locale }, signal }),
    staleTime: 60 * 60_000,
  });
}
