import { queryOptions } from '@tanstack/react-query';
import { get } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { Privacy } from '../shared/types.ts';

/** How the house uses members' data, in a language, and which servers the app calls. */
export function privacyQuery(locale: string) {
  return queryOptions({
    queryKey: keys.privacy(locale),
    queryFn: ({ signal }) => get<Privacy>('/api/privacy', { query: { locale }, signal }),
  });
}
