import { infiniteQueryOptions } from '@tanstack/react-query';
import { get, post } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { Invite, InvitesPage } from '../shared/types.ts';

const PAGE_SIZE = 20;

/** The member's invites, newest first. Each page says how many more they can make. */
export function invitesQuery() {
  return infiniteQueryOptions({
    queryKey: keys.invites,
    queryFn: ({ signal, pageParam }) =>
      get<InvitesPage>('/api/me/invites', { query: { limit: PAGE_SIZE, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
  });
}

/** Creates an invite. Idempotent: the same key creates one invite. */
export function makeInvite(idempotencyKey: string): Promise<Invite> {
  return post('/api/me/invites', { idempotencyKey });
}

/** Revokes an unused invite. */
export function withdrawInvite(id: string): Promise<Invite> {
  return post('/api/me/invites/withdraw', { body: { id } });
}
