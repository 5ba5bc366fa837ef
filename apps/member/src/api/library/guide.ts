import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { get, post, putFile } from '../shared/client.ts';
import { namedUrl } from '../shared/page-member.ts';
import { Problem } from '../shared/problem.ts';
import { keys } from '../shared/query-keys.ts';
import type { City, Guide, Host, HostReport, HostReportForm, HostService, Page } from '../shared/types.ts';

const CITIES_PAGE = 30;
const HOSTS_PAGE = 12;
const REPORTS_PAGE = 20;

/** Always refetch: a host who is no longer shown must disappear at the next view. */
const AT_EACH_LOOK = { staleTime: 0, refetchOnWindowFocus: 'always', meta: { live: true } } as const;

/** Cities whose name contains `search` in any language; all cities if it is empty. */
export function citiesQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: keys.cities(search),
    queryFn: ({ signal, pageParam }) =>
      get<Page<City>>('/api/cities', {
        query: { search: search === '' ? undefined : search, limit: CITIES_PAGE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function guideQuery() {
  return queryOptions({
    queryKey: keys.guide,
    queryFn: ({ signal }) => get<Guide>('/api/guide', { signal }),
    staleTime: 5 * 60_000,
  });
}

export interface HostsAsk {
  cityId: string;
  service: HostService | null;
  language: string | null;
  /** `YYYY-MM-DD`: only hosts who are available on it. */
  day: string | null;
  favourites: boolean;
}

export function hostsQuery(ask: HostsAsk) {
  return infiniteQueryOptions({
    queryKey: keys.hosts(ask),
    queryFn: ({ signal, pageParam }) =>
      get<HostsPage>(`/api/cities/${encodeURIComponent(ask.cityId)}/hosts`, {
        query: {
          service: ask.service ?? undefined,
          language: ask.language ?? undefined,
          day: ask.day ?? undefined,
          favourites: ask.favourites ? '1' : undefined,
          limit: HOSTS_PAGE,
          cursor: pageParam ?? undefined,
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    ...AT_EACH_LOOK,
  });
}

interface HostsPage extends Page<Host> {
  total: number;
}

/** A host; null if they are not shown, which also drops them from cached lists. */
export function hostQuery(id: string) {
  return queryOptions({
    queryKey: keys.host(id),
    queryFn: async ({ signal, client }): Promise<Host | null> => {
      try {
        return await get<Host>(`/api/hosts/${encodeURIComponent(id)}`, { signal });
      } catch (error) {
        const isGone = error instanceof Problem && ['not-found', 'host-gone'].includes(error.code);
        if (!isGone) throw error;
        dropFromLists(client, id);
        return null;
      }
    },
    ...AT_EACH_LOOK,
  });
}

/** Removes a host from cached lists, so that going back does not show them again. */
function dropFromLists(client: QueryClient, id: string): void {
  client.setQueriesData<InfiniteData<HostsPage>>({ queryKey: keys.allHosts }, (old) => {
    if (!old?.pages.some(({ items }) => items.some((host) => host.id === id))) return old;
    const pages = old.pages.map((page) => ({
      ...page,
      items: page.items.filter((host) => host.id !== id),
      total: page.total - 1,
    }));
    return { ...old, pages };
  });
}

export function hostPictureUrl(hostId: string, picture: string): string {
  return namedUrl(`/api/hosts/${hostId}/pictures/${picture}`);
}

/** Refetches all lists and profiles of hosts. */
export function lookAgain(client: QueryClient): Promise<unknown> {
  return client.invalidateQueries({ queryKey: keys.anyHost });
}

/** Reports a host. Idempotent: the same key and form create one report. */
export function reportHost(idempotencyKey: string, hostId: string, body: HostReportForm): Promise<HostReport> {
  return post(`/api/hosts/${encodeURIComponent(hostId)}/reports`, { body, idempotencyKey });
}

/** Uploads a picture for a report. Idempotent: each key counts once. */
export function sendEvidence(reportId: string, key: string, picture: Blob): Promise<HostReport> {
  return putFile(`/api/me/host-reports/${encodeURIComponent(reportId)}/pictures/${key}`, picture);
}

/** The member's reports, newest first. */
export function hostReportsQuery() {
  return infiniteQueryOptions({
    queryKey: keys.hostReports,
    queryFn: ({ signal, pageParam }) =>
      get<Page<HostReport>>('/api/me/host-reports', {
        query: { limit: REPORTS_PAGE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
  });
}
