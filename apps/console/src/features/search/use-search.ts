import { useQuery } from '@tanstack/react-query';
import { plainText } from '@tercet/contract/words.ts';
import { useEffect, useState } from 'react';
import { QUERY_MIN, searchAll } from '../../api/staff/search.ts';

/** Each search is logged, so it waits for a pause in typing. */
const PAUSE_MS = 700;

/** Searches for a text after a pause in typing, or immediately with `searchNow`. Sends the same text once. */
export function useSearch(typed: string) {
  const text = plainText(typed);
  const isLong = [...text].length >= QUERY_MIN;
  const [asked, setAsked] = useState('');
  useEffect(() => {
    if (!isLong || text === asked) return;
    const timer = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, asked, isLong]);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => searchAll(asked, signal),
    enabled: asked !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const isCurrent = isLong && text === asked;
  return {
    /** Undefined until the results of the typed text are there. */
    groups: isCurrent && !isFetching ? data : undefined,
    error: isCurrent ? error : null,
    isLong,
    searchNow: () => {
      if (isLong) setAsked(text);
    },
    retry: () => void refetch(),
  };
}
