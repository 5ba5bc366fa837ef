import { useQuery } from '@tanstack/react-query';
import { readQueues } from '../../api/money/figures.ts';
import { useSession } from '../session/store.ts';

/** Finds what the event stream missed. */
const POLL_MS = 30_000;

/** The person's work queues. `QueueNews` refetches them when they change. Reading them is not logged. */
export function useQueues() {
  const { status } = useSession();
  return useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => readQueues(signal),
    refetchInterval: POLL_MS,
    // The title of a hidden tab shows the count.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
    enabled: status === 'in',
  });
}
