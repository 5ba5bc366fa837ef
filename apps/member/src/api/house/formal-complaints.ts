import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, post } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { FormalComplaint, FullFormalComplaint, Page } from '../shared/types.ts';

const PAGE_SIZE = 20;

export type CaseKind = 'complaint' | 'data';

/** The member's formal complaints, or their requests about data, newest first. */
export function formalComplaintsQuery(kind: CaseKind) {
  return infiniteQueryOptions({
    queryKey: keys.casesOf(kind),
    queryFn: ({ signal, pageParam }) =>
      get<Page<FormalComplaint>>('/api/me/formal-complaints', {
        query: { kind, limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
  });
}

export function formalComplaintQuery(id: string) {
  return queryOptions({
    queryKey: keys.formalComplaint(id),
    queryFn: ({ signal }) =>
      get<FullFormalComplaint>(`/api/me/formal-complaints/${encodeURIComponent(id)}`, { signal }),
    meta: { live: true },
  });
}

/** Idempotent: the same key, subject and words file one complaint. */
export function fileComplaint(
  idempotencyKey: string,
  body: { subject: FormalComplaint['subject']; words: string },
): Promise<FullFormalComplaint> {
  return post('/api/me/formal-complaints', { body, idempotencyKey });
}

/** Adds words, or with `second-look` asks for another look at an answered complaint. */
export function continueComplaint(
  idempotencyKey: string,
  id: string,
  { way, words }: { way: 'words' | 'second-look'; words: string },
): Promise<FullFormalComplaint> {
  return post(`/api/me/formal-complaints/${encodeURIComponent(id)}/${way}`, { body: { words }, idempotencyKey });
}
