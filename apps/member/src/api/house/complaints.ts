import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, post } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { Complaint, FullComplaint, Page } from '../shared/types.ts';

const PAGE_SIZE = 20;

/** The member's questions about bets, newest first. */
export function complaintsQuery() {
  return infiniteQueryOptions({
    queryKey: keys.complaints(null),
    queryFn: ({ signal, pageParam }) =>
      get<Page<Complaint>>('/api/me/complaints', {
        query: { limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
  });
}

/** The newest question about a bet; null if there is none. */
export function complaintOfSlipQuery(slipId: string) {
  return queryOptions({
    queryKey: keys.complaints(slipId),
    queryFn: async ({ signal }): Promise<FullComplaint | null> => {
      const page = await get<Page<Complaint>>('/api/me/complaints', { query: { slip: slipId, limit: 1 }, signal });
      const newest = page.items[0];
      return newest === undefined ? null : await get<FullComplaint>(`/api/me/complaints/${newest.id}`, { signal });
    },
    meta: { live: true },
  });
}

/** Idempotent: the same key and words create one question. */
export function questionBet(idempotencyKey: string, body: { slipId: string; words: string }): Promise<FullComplaint> {
  return post('/api/me/complaints', { body, idempotencyKey });
}

export function addWords(idempotencyKey: string, id: string, words: string): Promise<FullComplaint> {
  return post(`/api/me/complaints/${encodeURIComponent(id)}/words`, { body: { words }, idempotencyKey });
}
