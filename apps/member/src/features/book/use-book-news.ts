import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { browserStore } from './book-store.ts';
import { beginAnew, FOLLOWED, type FollowedBook } from './follow-book.ts';
import { readHouseBook } from './house-book.ts';
import { runBook } from './run-book.ts';

const KEY = ['book-news'] as const;
const ASKED_EVERY_MS = 5 * 60_000;

function bookNewsQuery() {
  return queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal, client }) => runBook('follow', { named: await readHouseBook(client) }, { signal }),
    staleTime: 30_000,
    refetchInterval: ASKED_EVERY_MS,
    retry: false,
  });
}

/** The state of following the book. Refetched every five minutes while shown. */
export function useBookNews() {
  return useQuery(bookNewsQuery());
}

/** The checkpoint stored on this phone; null before the first. */
export function followedQuery() {
  return queryOptions({
    queryKey: ['followed-book'] as const,
    queryFn: () => browserStore.read<FollowedBook>(FOLLOWED),
    staleTime: 0,
  });
}

/** Dismisses a breach and follows the book from its current checkpoint. */
export function useBeginAnew(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await beginAnew(browserStore);
    await client.refetchQueries({ queryKey: KEY });
  };
}
