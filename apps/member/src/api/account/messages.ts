import { infiniteQueryOptions } from '@tanstack/react-query';
import { get, post } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { Message, MessagesPage, Page, StaffAct } from '../shared/types.ts';

const PAGE_SIZE = 30;

/** Messages are filtered by subject. */
export type MessageFilter = keyof MessagesPage['unreadBy'];

/** The member's messages, newest first: of one filter, or all. */
export function messagesQuery(filter: MessageFilter | null) {
  return infiniteQueryOptions({
    queryKey: keys.messagesOf(filter),
    queryFn: ({ signal, pageParam }) =>
      get<MessagesPage>('/api/me/messages', {
        query: { filter: filter ?? undefined, limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
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

/** Marks a message and all older ones as read: of one filter, or all. */
export function markRead(upTo: string, filter: MessageFilter | null): Promise<void> {
  return post('/api/me/messages/read', { body: { upTo, ...(filter === null ? {} : { filter }) } });
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
