import { useEffect } from 'react';

interface PagedQuery {
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** Reads page after page by itself while more are wanted. The caller bounds their number. Stops at a failure. */
export function useFurtherPages(
  { hasNextPage, isFetching, isError, fetchNextPage }: PagedQuery,
  wanted: boolean,
): void {
  const reads = wanted && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (reads) void fetchNextPage();
  }, [reads, fetchNextPage]);
}
