import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes the cached answers under a key. A running request could overwrite the change with older data, so it is
 * cancelled and repeated.
 */
export function writeCached<T>(client: QueryClient, queryKey: QueryKey, change: (old: T) => T): void {
  client.setQueriesData<T>({ queryKey }, (old) => (old === undefined ? old : change(old)));
  void client.invalidateQueries({ queryKey, fetchStatus: 'fetching' });
}
