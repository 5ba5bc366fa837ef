import { useQuery } from '@tanstack/react-query';
import { readQueues } from '../../api/money/figures.ts';
import { useSession } from '../session/store.ts';

const REFRESH_MS = 30_000;

interface QueuesOptions {
  everyMs?: number;
  /** False: does not read the queues. */
  enabled?: boolean;
}

/** The role's work queues, refetched while the page is visible. Reading them is not logged. */
export function useQueues({ everyMs = REFRESH_MS, enabled = true }: QueuesOptions = {}) {
  const { status } = useSession();
  return useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => readQueues(signal),
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
    enabled: enabled && status === 'in',
  });
}
