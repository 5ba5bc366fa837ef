import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes the cached answers under a key. One that is on its way meanwhile may be of before the change, and would put
 * back what it found when it comes: it is given up and asked for once more.
 */
export function writeCached<T>(client: QueryClient, queryKey: QueryKey, change: (old: T) => T): void {
  client.setQueriesData<T>({ queryKey }, (old) => (old === undefined ? old : change(old)));
  void client.invalidateQueries({ queryKey, fetchStatus: 'fetching' });
}
