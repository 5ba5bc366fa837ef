import { useEffect } from 'react';

interface PagedQuery {
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** Reads one page after another while more are wanted. The caller limits their number. Stops at a failure. */
export function useFurtherPages(
  { hasNextPage, isFetching, isError, fetchNextPage }: PagedQuery,
  wanted: boolean,
): void {
  const reads = wanted && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (reads) void fetchNextPage();
  }, [reads, fetchNextPage]);
}
