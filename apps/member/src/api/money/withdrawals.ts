import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, post } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { DaySpan, Minor, Page, Withdrawal, WithdrawalMade, WithdrawalState } from '../shared/types.ts';
import { unlocked } from './idle-lock.ts';

const PAGE_SIZE = 20;

/** Submits a withdrawal. Idempotent: the same key and amount return the same withdrawal. */
export function withdraw(
  idempotencyKey: string,
  body: { amountMinor: Minor; financePassword: string },
): Promise<WithdrawalMade> {
  return unlocked(() => post('/api/me/withdrawals', { body, idempotencyKey }));
}

export function withdrawalsQuery(state: WithdrawalState | null, days: DaySpan = {}) {
  return infiniteQueryOptions({
    queryKey: keys.withdrawals(state, days),
    queryFn: ({ signal, pageParam }) =>
      get<Page<Withdrawal>>('/api/me/withdrawals', {
        query: { ...days, state: state ?? undefined, limit: PAGE_SIZE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    meta: { live: true },
  });
}

export function withdrawalQuery(id: string) {
  return queryOptions({
    queryKey: keys.withdrawal(id),
    queryFn: ({ signal }) => get<Withdrawal>(`/api/me/withdrawals/${encodeURIComponent(id)}`, { signal }),
    meta: { live: true },
  });
}
