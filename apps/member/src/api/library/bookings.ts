import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { get, post, put, remove } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { Booking, BookingForm, Host, Page } from '../shared/types.ts';

const BOOKINGS_PAGE = 20;

/** The member's booking requests, newest first. */
export function bookingsQuery() {
  return infiniteQueryOptions({
    queryKey: keys.bookings,
    queryFn: ({ signal, pageParam }) =>
      get<Page<Booking>>('/api/me/bookings', {
        query: { limit: BOOKINGS_PAGE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
  });
}

/** The booking request of a conversation; null if it has none. */
export function bookingQuery({ id, lastAtMs }: { id: string; lastAtMs: number }) {
  return queryOptions({
    queryKey: keys.bookingOf(id, lastAtMs),
    queryFn: async ({ signal }) => {
      const { items } = await get<Page<Booking>>('/api/me/bookings', { query: { threadId: id, limit: 1 }, signal });
      return items[0] ?? null;
    },
    placeholderData: (before) => (before?.threadId === id ? before : undefined),
    staleTime: 0,
    meta: { live: true },
  });
}

/** Sends a booking request. Idempotent: the same key and form create one request. */
export function requestBooking(idempotencyKey: string, hostId: string, body: BookingForm): Promise<Booking> {
  return post(`/api/hosts/${encodeURIComponent(hostId)}/bookings`, { body, idempotencyKey });
}

/** `end`: declines a proposal, or withdraws the request. Names the version that the member saw. */
export function actOnBooking({ id, version }: Booking, act: 'accept' | 'end'): Promise<Booking> {
  return post(`/api/me/bookings/${encodeURIComponent(id)}/${act}`, { body: { version } });
}

export function bookingsChanged(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.allBookings });
}

/** All favourite hosts, newest first. */
export function favouritesQuery() {
  return queryOptions({
    queryKey: keys.favouriteHosts,
    queryFn: async ({ signal }) => (await get<{ items: Host[] }>('/api/me/favourite-hosts', { signal })).items,
    staleTime: 0,
    meta: { live: true },
  });
}

/** Idempotent. */
export function setFavourite(hostId: string, favourite: boolean): Promise<void> {
  const path = `/api/me/favourite-hosts/${encodeURIComponent(hostId)}`;
  return favourite ? put(path) : remove(path);
}
