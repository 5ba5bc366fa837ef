import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { PlaySigns } from '../shared/types.ts';

/** Signs of harm in the member's own play, and stricter limits that staff suggest. */
export function playSignsQuery() {
  return queryOptions({
    queryKey: keys.playSigns,
    queryFn: ({ signal }) => get<PlaySigns>('/api/me/play-signs', { signal }),
    meta: { live: true },
  });
}

/** Accepts a suggested limit, which then applies at once, or declines it. */
export function answerSuggestion(id: string, way: 'accept' | 'decline'): Promise<PlaySigns> {
  return post(`/api/me/limit-suggestions/${encodeURIComponent(id)}/${way}`, { body: {} });
}
