import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { get, post } from '../shared/client.ts';
import { Problem } from '../shared/problem.ts';
import { keys } from '../shared/query-keys.ts';
import type { Minor, Page, Placed, Slip, SlipProof, SlipState } from '../shared/types.ts';

const PAGE_SIZE = 20;

export interface SlipBody {
  drawId: string;
  tableHash: string;
  selections: { bet: string; stakeMinor: Minor }[];
}

/** Sending again with the same key and body is safe: the server answers what it answered before. */
export function placeSlip(idempotencyKey: string, body: SlipBody): Promise<Placed> {
  return post('/api/slips', { body, idempotencyKey });
}

/** The slip that a key stands for, or null if the server never took it. */
export async function findPlaced(idempotencyKey: string): Promise<Placed | null> {
  try {
    return await get<Placed>(`/api/receipts/${idempotencyKey}`);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

export function slipsQuery(status: SlipState | null) {
  return infiniteQueryOptions({
    queryKey: keys.slips(status),
    queryFn: ({ signal, pageParam }) =>
      get<Page<Slip>>('/api/slips', {
        query: { status: status ?? undefined, limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
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
 * The slips placed on this page of whose outcome nothing was heard. The live line tells it; where that is cut, each is
 * asked for with every poll.
 */
export function openSlipsQuery(memberId: string) {
  const queryKey = keys.openSlips(memberId);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Slip[]> => {
      const open = () => client.getQueryData<Slip[]>(queryKey) ?? [];
      const asked = await Promise.all(
        open().map(({ id }) => get<Slip>(`/api/slips/${encodeURIComponent(id)}`, { signal })),
      );
      // Meanwhile one may have been placed, and another told of.
      return open().map((slip) => asked.find(({ id }) => id === slip.id) ?? slip);
    },
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { live: true },
  });
}

/** Notes a slip that was placed on this page. */
export function noteOpenSlip(client: QueryClient, memberId: string, slip: Slip): void {
  client.setQueryData<Slip[]>(keys.openSlips(memberId), (open = []) => [
    ...open.filter(({ id }) => id !== slip.id),
    slip,
  ]);
}

/** Strikes out those whose outcome is told. */
export function forgetOpenSlips(client: QueryClient, memberId: string, slipIds: readonly string[]): void {
  client.setQueryData<Slip[]>(keys.openSlips(memberId), (open) => open?.filter(({ id }) => !slipIds.includes(id)));
}

/** How many settled draws the member had a bet on: what the check score is out of. */
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
