import type { QueryClient } from '@tanstack/react-query';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, post, put, putFile } from '../shared/client.ts';
import { namedUrl } from '../shared/page-member.ts';
import { keys } from '../shared/query-keys.ts';
import type { DeskThread, FullDeskThread, Page, PaymentLogo } from '../shared/types.ts';

const PAGE_SIZE = 20;

type Threads = Page<DeskThread> & { unread: number };

/** The member's threads with the desk, the one with the newest entry first. `search`: part of a message. */
export function threadsQuery(search = '') {
  return infiniteQueryOptions({
    queryKey: search === '' ? keys.threads : keys.foundThreads(search),
    queryFn: ({ signal, pageParam }) =>
      get<Threads>('/api/me/desk/threads', {
        query: { limit: PAGE_SIZE, cursor: pageParam ?? undefined, search: search === '' ? undefined : search },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
  });
}

/** Number of unread entries by the house, in all threads. */
export function threadsUnreadQuery() {
  return queryOptions({
    queryKey: keys.threadsUnread,
    queryFn: async ({ signal }) => (await get<Threads>('/api/me/desk/threads', { query: { limit: 1 }, signal })).unread,
    meta: { live: true },
  });
}

/** One thread with all its entries. Fetches only entries that are not cached, because entries never change. */
export function threadQuery(client: QueryClient, id: string) {
  return queryOptions({
    queryKey: keys.thread(id),
    queryFn: async ({ signal }): Promise<FullDeskThread> => {
      const known = client.getQueryData<FullDeskThread>(keys.thread(id))?.said ?? [];
      const after = known.at(-1)?.n ?? 0;
      const news = await get<FullDeskThread>(threadPath(id), { query: { after }, signal });
      return { ...news, said: [...known, ...news.said.filter(({ n }) => n > after)] };
    },
    meta: { live: true },
  });
}

/** Caches the thread that a write returned. */
export function noteThread(client: QueryClient, thread: FullDeskThread): void {
  client.setQueryData<FullDeskThread>(keys.thread(thread.id), (old) =>
    old !== undefined && old.said.length > thread.said.length ? old : thread,
  );
  void client.invalidateQueries({ queryKey: keys.threads });
  void client.invalidateQueries({ queryKey: keys.threadsUnread });
}

export interface Opening {
  subject: DeskThread['subject'];
  hostId: string | null;
  words: string;
}

/** Opens a thread. Idempotent, like the writes below: the same key counts once. */
export function openThread(idempotencyKey: string, { subject, hostId, words }: Opening): Promise<FullDeskThread> {
  const body = { subject, words, ...(hostId === null ? {} : { hostId }) };
  return post('/api/me/desk/threads', { body, idempotencyKey });
}

export function writeInThread(idempotencyKey: string, id: string, words: string): Promise<FullDeskThread> {
  return post(`${threadPath(id)}/words`, { body: { words }, idempotencyKey });
}

export function sendThreadFile(key: string, id: string, file: File): Promise<FullDeskThread> {
  const name = encodeURIComponent(file.name.slice(-255));
  // Declares no type, since the server detects it from the bytes.
  return putFile(`${threadPath(id)}/files/${key}?name=${name}`, new Blob([file], { type: 'application/octet-stream' }));
}

export function reportTyping(id: string): Promise<void> {
  return post(`${threadPath(id)}/typing`);
}

export function markThreadRead(id: string, upTo: number): Promise<DeskThread> {
  return post(`${threadPath(id)}/read`, { body: { upTo } });
}

export function closeThread(id: string): Promise<DeskThread> {
  return post(`${threadPath(id)}/close`);
}

/** Rates a conversation, in the place of an earlier rating. */
export function rateThread(id: string, rating: { stars: number; words: string }): Promise<DeskThread> {
  return put(`${threadPath(id)}/rating`, { body: rating });
}

/** Usual time to the desk's first answer in minutes; null if too few conversations were answered to tell. */
export function answerTimeQuery() {
  return queryOptions({
    queryKey: keys.answerTime,
    queryFn: ({ signal }) => get<{ minutes: number | null }>('/api/desk/answer-time', { signal }),
    staleTime: 5 * 60_000,
  });
}

export interface CommonQuestion {
  id: string;
  question: string;
  answer: string;
}

/** Common questions with the house's answers, in the page's language and the house's order. */
export function commonQuestionsQuery() {
  return queryOptions({
    queryKey: keys.commonQuestions,
    queryFn: async ({ signal }) => (await get<{ items: CommonQuestion[] }>('/api/common-questions', { signal })).items,
    staleTime: 5 * 60_000,
  });
}

export function threadFileUrl(id: string, n: number): string {
  return namedUrl(`${threadPath(id)}/files/${n}`);
}

export function transcriptUrl(id: string): string {
  return namedUrl(`${threadPath(id)}/transcript.txt`);
}

function threadPath(id: string): string {
  return `/api/me/desk/threads/${encodeURIComponent(id)}`;
}

export function paymentLogosQuery() {
  return queryOptions({
    queryKey: keys.paymentLogos,
    queryFn: async ({ signal }) => (await get<{ items: PaymentLogo[] }>('/api/payment-logos', { signal })).items,
    staleTime: 5 * 60_000,
  });
}

export function paymentLogoUrl(id: string, version: string): string {
  return `/api/payment-logos/${id}/picture?v=${version}`;
}
