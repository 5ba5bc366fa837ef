import { useEffect } from 'react';

export interface PagedQuery {
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** Loads page after page automatically while `wanted`; the caller limits their number. Stops on an error. */
export function useFurtherPages(query: PagedQuery, wanted: boolean): void {
  const { fetchNextPage } = query;
  // `isFetching` is read last, and only if a page is missing: reading it renders the screen with each refetch.
  const reads = wanted && query.hasNextPage && !query.isError && !query.isFetching;
  useEffect(() => {
    if (reads) void fetchNextPage();
  }, [reads, fetchNextPage]);
}
