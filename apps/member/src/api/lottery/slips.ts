import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { get, post, remove } from '../shared/client.ts';
import { Problem } from '../shared/problem.ts';
import { keys } from '../shared/query-keys.ts';
import type { DaySpan, Minor, Page, Placed, Slip, SlipProof, SlipState } from '../shared/types.ts';

const PAGE_SIZE = 20;

export interface SlipBody {
  drawId: string;
  tableHash: string;
  selections: { bet: string; stakeMinor: Minor }[];
}

/** Idempotent: the same key and body give the same answer. */
export function placeSlip(idempotencyKey: string, body: SlipBody): Promise<Placed> {
  return post('/api/slips', { body, idempotencyKey });
}

/**
 * Gives up a slip whose answer was lost. Returns the slip if the server accepted it. Null: the server never accepts it
 * any more, even if its request arrives late.
 */
export async function abandonSlip(idempotencyKey: string): Promise<Placed | null> {
  return (await remove<Placed | undefined>(`/api/receipts/${idempotencyKey}`)) ?? null;
}

/** The slip placed under a key; null if the server has not accepted it so far. */
export async function findPlaced(idempotencyKey: string): Promise<Placed | null> {
  try {
    return await get<Placed>(`/api/receipts/${idempotencyKey}`);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

export function slipsQuery(status: SlipState | null, days: DaySpan = {}) {
  return infiniteQueryOptions({
    queryKey: keys.slips(status, days),
    queryFn: ({ signal, pageParam }) =>
      get<Page<Slip>>('/api/slips', {
        query: { ...days, status: status ?? undefined, limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
  });
}

/** The most that the server lists at once. */
const LONG_PAGE_SIZE = 100;

/** All own slips that wait for their draw. */
export function openBetsQuery() {
  return infiniteQueryOptions({
    queryKey: keys.openBets,
    queryFn: ({ signal, pageParam }) =>
      get<Page<Slip>>('/api/slips', {
        query: { status: 'pending', limit: LONG_PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
  });
}

/** Own slips of one table for the list of past draws, newest first. Read apart from `myBetsQuery`, in longer pages. */
export function myResultsQuery(lotteryKey: string) {
  return infiniteQueryOptions({
    queryKey: keys.myResults(lotteryKey),
    queryFn: ({ signal, pageParam }) =>
      get<Page<Slip>>('/api/slips', {
        query: { lottery: lotteryKey, limit: LONG_PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

const OWN_BETS_PAGE_SIZE = 50;

/** The member's slips of one table, newest first. */
export function myBetsQuery(lotteryKey: string) {
  return infiniteQueryOptions({
    queryKey: keys.myBets(lotteryKey),
    queryFn: ({ signal, pageParam }) =>
      get<Page<Slip>>('/api/slips', {
        query: { lottery: lotteryKey, limit: OWN_BETS_PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
  });
}

/** Adds an accepted slip to the cached bets of its table, before the list is refetched. */
export function noteMyBet(client: QueryClient, slip: Slip): void {
  client.setQueryData<InfiniteData<Page<Slip>>>(keys.myBets(slip.lotteryKey), (old) => {
    const [first, ...more] = old?.pages ?? [];
    if (old === undefined || first === undefined || first.items.some(({ id }) => id === slip.id)) return old;
    return { ...old, pages: [{ ...first, items: [slip, ...first.items] }, ...more] };
  });
}

export function slipQuery(id: string) {
  return queryOptions({
    queryKey: keys.slip(id),
    queryFn: ({ signal }) => get<Slip>(`/api/slips/${encodeURIComponent(id)}`, { signal }),
    meta: { live: true },
  });
}

/**
 * Slips placed on this page whose result is unknown. The live stream reports it; without the stream, every poll queries
 * each slip.
 */
export function openSlipsQuery(memberId: string) {
  const queryKey = keys.openSlips(memberId);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Slip[]> => {
      const open = () => client.getQueryData<Slip[]>(queryKey) ?? [];
      const requested = await Promise.all(
        open().map(({ id }) => get<Slip>(`/api/slips/${encodeURIComponent(id)}`, { signal })),
      );
      // Slips may have been added or settled in the meantime.
      return open().map((slip) => requested.find(({ id }) => id === slip.id) ?? slip);
    },
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { live: true },
  });
}

/** Caches a slip that was placed on this page. */
export function noteOpenSlip(client: QueryClient, memberId: string, slip: Slip): void {
  client.setQueryData<Slip[]>(keys.openSlips(memberId), (open = []) => [
    ...open.filter(({ id }) => id !== slip.id),
    slip,
  ]);
}

/** Removes slips whose result is known. */
export function forgetOpenSlips(client: QueryClient, memberId: string, slipIds: readonly string[]): void {
  client.setQueryData<Slip[]>(keys.openSlips(memberId), (open) => open?.filter(({ id }) => !slipIds.includes(id)));
}

/** Number of settled draws with a bet of the member: the denominator of the check score. */
export function settledDrawsQuery() {
  return queryOptions({
    queryKey: keys.settledDraws,
    queryFn: async ({ signal }) => (await get<{ count: number }>('/api/me/settled-draws', { signal })).count,
    meta: { live: true },
  });
}

export function slipProofQuery(id: string) {
  return queryOptions({
    queryKey: keys.slipProof(id),
    queryFn: ({ signal }) => get<SlipProof>(`/api/slips/${encodeURIComponent(id)}/proof`, { signal }),
  });
}
