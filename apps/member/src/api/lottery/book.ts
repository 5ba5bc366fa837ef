import { infiniteQueryOptions } from '@tanstack/react-query';
import { get } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { BookEntry, LiabilitiesPage, Page } from '../shared/types.ts';

const PAGE_SIZE = 30;

export function bookQuery(type: string | null) {
  return infiniteQueryOptions({
    queryKey: keys.book(type),
    queryFn: ({ signal, pageParam }) =>
      get<Page<BookEntry>>('/api/book/entries', {
        query: { type: type ?? undefined, limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The hashes of all bets of a sealed period, in the order of the tree. */
export async function sealedLeaves(drawId: string): Promise<string[]> {
  return (await get<{ leafHashes: string[] }>(`/book/slips/${drawId}`)).leafHashes;
}

/** Liabilities of the house by day, newest first. Each page says whether a day is missing. */
export function liabilitiesQuery() {
  return infiniteQueryOptions({
    queryKey: ['liabilities'] as const,
    queryFn: ({ signal, pageParam }) =>
      get<LiabilitiesPage>('/api/book/liabilities', {
        query: { limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
