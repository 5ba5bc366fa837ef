import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { IdentityCheck } from '../shared/types.ts';
import { pollDelay } from '../stream/stream.ts';

/** The state of the member's identity check. Polled while the provider has not decided. */
export function identityQuery() {
  return queryOptions({
    queryKey: keys.identity,
    queryFn: ({ signal }) => get<IdentityCheck>('/api/me/identity', { signal }),
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data?.state === 'started' || data?.state === 'pending' ? pollDelay(dataUpdateCount + errorUpdateCount) : false,
    meta: { live: true },
  });
}

/** Starts a check or continues the open one. Idempotent. */
export function startIdentityCheck(): Promise<IdentityCheck> {
  return post('/api/me/identity', { body: {} });
}
