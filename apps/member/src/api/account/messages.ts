import { infiniteQueryOptions } from '@tanstack/react-query';
import { get, post } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { Message, MessagesPage, Page, StaffAct } from '../shared/types.ts';

const PAGE_SIZE = 30;

export function messagesQuery() {
  return infiniteQueryOptions({
    queryKey: keys.messages,
    queryFn: ({ signal, pageParam }) =>
      get<MessagesPage>('/api/me/messages', { query: { limit: PAGE_SIZE, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
  });
}

/** The newest message if it is unread, bypassing every cache; else null. */
export async function newestUnread(): Promise<Message | null> {
  const { items } = await get<MessagesPage>('/api/me/messages', { query: { limit: 1 }, fresh: true });
  return items.find(({ read }) => !read) ?? null;
}

/** Marks a message and all older ones as read. */
export function markRead(upTo: string): Promise<void> {
  return post('/api/me/messages/read', { body: { upTo } });
}

/** Staff's actions on the member's money or account, including views. */
export function actsQuery() {
  return infiniteQueryOptions({
    queryKey: keys.acts,
    queryFn: ({ signal, pageParam }) =>
      get<Page<StaffAct>>('/api/me/acts', { query: { limit: PAGE_SIZE, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
  });
}
