import { infiniteQueryOptions } from '@tanstack/react-query';
import { get } from './client.ts';
import { keys } from './query-keys.ts';
import type { HouseNotice, Page } from './types.ts';

const PAGE_SIZE = 20;

/** What the house says to everybody, newest first. */
export function noticesQuery() {
  return infiniteQueryOptions({
    queryKey: keys.notices,
    queryFn: ({ signal, pageParam }) =>
      get<Page<HouseNotice>>('/api/notices', { query: { limit: PAGE_SIZE, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
