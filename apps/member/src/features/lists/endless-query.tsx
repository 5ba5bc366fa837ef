import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../../api/shared/types.ts';
import { EndlessFoot } from '../../ui/list/endless.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { Failed } from '../problems/failed.tsx';

interface EndlessQueryProps<T> {
  query: UseInfiniteQueryResult<InfiniteData<Page<T>>>;
  /** Heights of the skeleton's blocks while the first page loads, in pixels. */
  blocks: readonly number[];
  empty: ReactNode;
  children(items: T[]): ReactNode;
}

/** A list that loads more pages by cursor, with loading, failed, empty and end states. */
export function EndlessQuery<T>({ query, blocks, empty, children }: EndlessQueryProps<T>) {
  if (query.data === undefined) {
    return query.isError ? (
      <Failed error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton blocks={blocks} />
    );
  }
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return empty;
  return (
    <div>
      {children(items)}
      <EndlessFoot
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        onMore={() => void query.fetchNextPage()}
      />
    </div>
  );
}
