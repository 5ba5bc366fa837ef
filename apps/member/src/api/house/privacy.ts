import { queryOptions } from '@tanstack/react-query';
import { get } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { Privacy } from '../shared/types.ts';

/** What the house says about members' data. */
export function privacyQuery() {
  return queryOptions({
    queryKey: keys.privacy,
    queryFn: ({ signal }) => get<Privacy>('/api/privacy', { signal }),
  });
}
