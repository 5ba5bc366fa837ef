import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { get, patch, post, put, remove } from '../shared/client.ts';
import { FILMS_A_PAGE } from '../shared/page-size.ts';
import { keys } from '../shared/query-keys.ts';
import type {
  FeaturedVideos,
  LaterVideo,
  Minor,
  Page,
  Video,
  VideoCard,
  VideoChoices,
  VideoClass,
  VideoPurchase,
  WatchedVideo,
  Watching,
} from '../shared/types.ts';

/** Maximum age of a prefetched grant that may open the player. */
const AHEAD_MS = 20_000;

export function videoClassesQuery() {
  return queryOptions({
    queryKey: keys.videoClasses,
    queryFn: ({ signal }) => get<{ items: VideoClass[] }>('/api/video-classes', { signal }),
    staleTime: 5 * 60_000,
  });
}

export const FILM_SORTS = ['newest', 'plays', 'shortest'] as const;
export type FilmSort = (typeof FILM_SORTS)[number];

export interface VideosAsk {
  /** Null: all classes. */
  class: string | null;
  /** Part of a name; empty: any. */
  search: string;
  sort: FilmSort;
  /** Only titles that are free or open by the member's balance. */
  included: boolean;
}

/** The titles of a class, or of all classes. */
export function videosQuery(ask: VideosAsk) {
  return infiniteQueryOptions({
    queryKey: keys.videos(ask),
    queryFn: ({ signal, pageParam }) =>
      get<Page<VideoCard>>('/api/videos', {
        query: {
          class: ask.class ?? undefined,
          search: ask.search === '' ? undefined : ask.search,
          sort: ask.sort === 'newest' ? undefined : ask.sort,
          included: ask.included ? '1' : undefined,
          limit: FILMS_A_PAGE,
          cursor: pageParam ?? undefined,
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Films on Home: the most played, and recommendations of the house. */
export function featuredVideosQuery() {
  return queryOptions({
    queryKey: keys.featuredVideos,
    queryFn: ({ signal }) => get<FeaturedVideos>('/api/videos/featured', { signal }),
  });
}

export function videoQuery(id: string) {
  return queryOptions({
    queryKey: keys.video(id),
    queryFn: ({ signal }) => get<Video>(`/api/videos/${encodeURIComponent(id)}`, { signal }),
  });
}

export function relatedVideosQuery(id: string) {
  return queryOptions({
    queryKey: keys.relatedVideos(id),
    queryFn: ({ signal }) => get<{ items: VideoCard[] }>(`/api/videos/${encodeURIComponent(id)}/related`, { signal }),
  });
}

/**
 * Grant to fetch the files of a film or its preview; the server sets their cookie. A query, so that a list can prefetch
 * it.
 *
 * Never refetches automatically: the player renews the grant.
 */
export function watchingQuery(id: string) {
  return queryOptions({
    queryKey: keys.watching(id),
    queryFn: () => watch(id),
    staleTime: AHEAD_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

function watch(id: string): Promise<Watching> {
  return post(`/api/videos/${encodeURIComponent(id)}/watch`);
}

/** Price and hours shown when the member tapped Buy. The server refuses any other offer. */
export interface Offer {
  priceMinor: Minor;
  hours: number;
}

/** Buys a title at the displayed price. Idempotent: the same key buys once. */
export function buyVideo(id: string, idempotencyKey: string, offer: Offer): Promise<VideoPurchase> {
  return post(`/api/videos/${encodeURIComponent(id)}/purchases`, { body: offer, idempotencyKey });
}

/** Stores the member's position in a film. Also works while the page closes. */
export function noteProgress(id: string, positionMs: number): Promise<void> {
  return put(`/api/videos/${encodeURIComponent(id)}/progress`, { body: { positionMs }, outlivesPage: true });
}

export function notePlay(id: string): Promise<void> {
  return post(`/api/videos/${encodeURIComponent(id)}/plays`);
}

export function videoHistoryQuery() {
  return infiniteQueryOptions({
    queryKey: keys.videoHistory,
    queryFn: ({ signal, pageParam }) =>
      get<Page<WatchedVideo>>('/api/me/video-history', {
        query: { limit: FILMS_A_PAGE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // Refetch each time, to include films watched since.
    staleTime: 0,
  });
}

/** Films in a row on Home. */
const UNFINISHED = 8;

/** The latest films that the member did not watch to their end. */
export function unfinishedVideosQuery() {
  return queryOptions({
    queryKey: keys.unfinishedVideos,
    queryFn: ({ signal }) =>
      get<Page<WatchedVideo>>('/api/me/video-history', { query: { limit: UNFINISHED, unfinished: '1' }, signal }),
  });
}

export function watchLaterQuery() {
  return infiniteQueryOptions({
    queryKey: keys.watchLater,
    queryFn: ({ signal, pageParam }) =>
      get<Page<LaterVideo>>('/api/me/watch-later', {
        query: { limit: FILMS_A_PAGE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Adds a title to the watch-later list, or removes it. */
export function setWatchLater(id: string, later: boolean): Promise<void> {
  const path = `/api/me/watch-later/${encodeURIComponent(id)}`;
  return later ? put(path) : remove(path);
}

/** Deletes the saved position of one title, or of all without an id. */
export function forgetWatched(id: string | null): Promise<void> {
  return remove(id === null ? '/api/me/video-history' : `/api/me/video-history/${encodeURIComponent(id)}`);
}

export function videoChoicesQuery() {
  return queryOptions({
    queryKey: keys.videoChoices,
    queryFn: ({ signal }) => get<VideoChoices>('/api/me/video-choices', { signal }),
  });
}

export function chooseVideo(change: Partial<VideoChoices>): Promise<VideoChoices> {
  return patch('/api/me/video-choices', { body: change });
}

/** Refetches lists, titles and grants after a change of access. */
export function refetchVideos(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [keys.allVideos, keys.featuredVideos, keys.anyVideo, keys.anyRelated].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
