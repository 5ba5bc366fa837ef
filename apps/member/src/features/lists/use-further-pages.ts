import { useEffect } from 'react';

interface PagedQuery {
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** Loads page after page automatically while `wanted`; the caller limits their number. Stops on an error. */
export function useFurtherPages(
  { hasNextPage, isFetching, isError, fetchNextPage }: PagedQuery,
  wanted: boolean,
): void {
  const reads = wanted && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (reads) void fetchNextPage();
  }, [reads, fetchNextPage]);
}
