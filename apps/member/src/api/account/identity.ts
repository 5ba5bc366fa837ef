import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { IdentityCheck } from '../shared/types.ts';
import { pollDelay } from '../stream/stream.ts';

/** Whether the house knows who the member is; asked again while the provider has not decided. */
export function identityQuery() {
  return queryOptions({
    queryKey: keys.identity,
    queryFn: ({ signal }) => get<IdentityCheck>('/api/me/identity', { signal }),
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data?.state === 'started' || data?.state === 'pending' ? pollDelay(dataUpdateCount + errorUpdateCount) : false,
    meta: { live: true },
  });
}

/** Starts a check, or goes on with the one that is under way: sent twice it is one. */
export function startIdentityCheck(): Promise<IdentityCheck> {
  return post('/api/me/identity', { body: {} });
}
