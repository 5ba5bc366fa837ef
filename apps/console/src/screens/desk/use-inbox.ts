import { useQuery } from '@tanstack/react-query';
import { type Inbox, readInbox } from '../../api/members/desk.ts';

const REFRESH_MS = 30_000;

/** Counts of the inbox, refetched while the page is visible and after each act. Undefined until they are known. */
export function useInbox(): Inbox | undefined {
  return useQuery({
    queryKey: ['desk-inbox'],
    queryFn: ({ signal }) => readInbox(signal),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
  }).data;
}
