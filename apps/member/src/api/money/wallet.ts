import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { get, post } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { DaySpan, Minor, Page, TopUp, TopUpState, Wallet } from '../shared/types.ts';
import { pollDelay } from '../stream/stream.ts';

const PAGE_SIZE = 20;
/** States that wait for the provider. A top-up in review waits for staff; the stream reports the result. */
const WAITING: readonly TopUpState[] = ['created', 'pending'];

/** Balance of the member, and the limits and missing steps for top-ups and withdrawals. */
export function walletQuery() {
  return queryOptions({
    queryKey: keys.wallet,
    queryFn: ({ signal }) => get<Wallet>('/api/me/wallet', { signal }),
    meta: { live: true },
  });
}

/** Records that the member read how the house protects their money. `version` is that of the statement shown. */
export function acknowledgeFunds(version: string): Promise<void> {
  return post('/api/me/funds-acknowledgement', { body: { version } });
}

/** Creates a top-up. Idempotent: the same key and amount return the same top-up. */
export function makeTopUp(idempotencyKey: string, amountMinor: Minor): Promise<{ topUp: TopUp }> {
  return post('/api/me/top-ups', { body: { amountMinor }, idempotencyKey });
}

export function topUpsQuery(state: TopUpState | null, days: DaySpan = {}) {
  return infiniteQueryOptions({
    queryKey: keys.topUps(state, days),
    queryFn: ({ signal, pageParam }) =>
      get<Page<TopUp>>('/api/me/top-ups', {
        query: { ...days, state: state ?? undefined, limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
  });
}

/** One top-up. Polled, in addition to the stream, while it waits for the provider. */
export function topUpQuery(id: string) {
  return queryOptions({
    queryKey: keys.topUp(id),
    queryFn: async ({ signal, client }) => {
      const before = client.getQueryData<TopUp>(keys.topUp(id));
      const topUp = await get<TopUp>(`/api/me/top-ups/${encodeURIComponent(id)}`, { signal });
      // The first answer may be newer than the cached balance, if it changed before the stream was open.
      const mayBeNew = before === undefined ? !WAITING.includes(topUp.state) : before.state !== topUp.state;
      if (mayBeNew) refetchMoney(client);
      return topUp;
    },
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data !== undefined && WAITING.includes(data.state) ? pollDelay(dataUpdateCount + errorUpdateCount) : false,
    meta: { live: true },
  });
}

/** Refetches all other data about money. */
function refetchMoney(client: QueryClient): void {
  for (const queryKey of [keys.me, keys.wallet, keys.allTopUps, keys.statement]) {
    void client.invalidateQueries({ queryKey });
  }
}
