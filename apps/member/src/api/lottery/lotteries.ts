import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { Draw, DrawProof, Lottery, LotteryClass, LotteryWithTable, Page } from '../shared/types.ts';
import { publishedTable } from './published-table.ts';

const PAGE_SIZE = 30;

/** Marks queries that the live stream updates. They are refetched while the stream is disconnected. */
const live = { live: true };

export function classesQuery() {
  return queryOptions({
    queryKey: keys.classes,
    queryFn: ({ signal }) => get<{ items: LotteryClass[] }>('/api/lottery-classes', { signal }),
    staleTime: 60 * 60_000,
  });
}

export function lotteriesQuery(ask: { class?: string } = {}) {
  return queryOptions({
    queryKey: keys.lotteries(ask),
    queryFn: ({ signal }) => get<{ items: Lottery[]; nowMs: number }>('/api/lotteries', { query: ask, signal }),
    meta: live,
  });
}

export function lotteryQuery(key: string) {
  return queryOptions({
    queryKey: keys.lottery(key),
    queryFn: async ({ signal }) =>
      publishedTable(await get<LotteryWithTable>(`/api/lotteries/${encodeURIComponent(key)}`, { signal })),
    meta: live,
  });
}

export function drawsQuery(key: string) {
  return infiniteQueryOptions({
    queryKey: keys.draws(key),
    queryFn: ({ signal, pageParam }) =>
      get<Page<Draw>>(`/api/lotteries/${encodeURIComponent(key)}/draws`, {
        query: { limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: live,
  });
}

/** All public data of a draw. Final once the draw is settled or void and the book shows that. */
export function drawQuery(drawId: string) {
  return queryOptions({
    queryKey: keys.draw(drawId),
    queryFn: ({ signal }) =>
      get<DrawProof>(`/api/draws/${drawId.split('/').map(encodeURIComponent).join('/')}`, { signal }),
    staleTime: (query) => (isFinal(query.state.data) ? Number.POSITIVE_INFINITY : 0),
    meta: live,
  });
}

function isFinal(draw: DrawProof | undefined): boolean {
  const after = draw?.book?.after;
  return (draw?.state === 'settled' && !!after?.draw) || (draw?.state === 'void' && !!after?.void);
}
