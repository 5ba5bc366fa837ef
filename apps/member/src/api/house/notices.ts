import { infiniteQueryOptions } from '@tanstack/react-query';
import { get } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { HouseNotice, Page } from '../shared/types.ts';

const PAGE_SIZE = 20;

/** Notices of the house, newest first. */
export function noticesQuery() {
  return infiniteQueryOptions({
    queryKey: keys.notices,
    queryFn: ({ signal, pageParam }) =>
      get<Page<HouseNotice>>('/api/notices', { query: { limit: PAGE_SIZE, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
