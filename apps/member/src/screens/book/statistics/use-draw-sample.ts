import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { readHouseBook } from '../../../features/book/house-book.ts';
import type { DrawsProgress, DrawsRead } from '../../../features/book/read-draws.ts';
import { runBook } from '../../../features/book/run-book.ts';

const FRESH_MS = 5 * 60_000;

export interface DrawSample {
  read: DrawsRead | undefined;
  error: Error | null;
  /** Null until the first progress report, and after the end. */
  progress: DrawsProgress | null;
  /** True after the reader stopped it; `again` starts over. */
  stopped: boolean;
  stop(): void;
  again(): void;
}

/** Reads and checks the newest draws of a lottery in a worker, from mount on. */
export function useDrawSample(key: string, draws: number): DrawSample {
  const [progress, setProgress] = useState<{ of: string; is: DrawsProgress } | null>(null);
  const [stopped, setStopped] = useState<string | null>(null);
  const id = `${key} ${draws}`;
  const query = useQuery(
    queryOptions({
      queryKey: ['draw-sample', key, draws] as const,
      queryFn: async ({ signal, client }) => {
        const wanted = { key, draws };
        const named = await readHouseBook(client);
        return runBook('draws', { named, wanted }, { signal, onProgress: (is) => setProgress({ of: id, is }) });
      },
      staleTime: FRESH_MS,
      retry: false,
      refetchOnWindowFocus: false,
      enabled: stopped !== id,
    }),
  );
  const { refetch } = query;
  return {
    read: query.data,
    error: query.error,
    progress: query.isFetching && progress?.of === id ? progress.is : null,
    stopped: stopped === id,
    stop: useCallback(() => setStopped(id), [id]),
    again: useCallback(() => {
      setStopped(null);
      void refetch();
    }, [refetch]),
  };
}
