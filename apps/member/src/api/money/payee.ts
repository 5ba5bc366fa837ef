import { queryOptions } from '@tanstack/react-query';
import { get, post, remove } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { Bank, CardField, Payee, PayeeForm } from '../shared/types.ts';
import { unlocked } from './idle-lock.ts';

export function banksQuery() {
  return queryOptions({
    queryKey: keys.banks,
    queryFn: async ({ signal }) => (await get<{ banks: Bank[] }>('/api/banks', { signal })).banks,
    staleTime: 60 * 60_000,
  });
}

/** A new card field of the payment provider, for one card. */
export function openCardField(): Promise<CardField> {
  return post('/api/me/payee/card-field');
}

export function bindPayee(form: PayeeForm): Promise<{ payee: Payee }> {
  return unlocked(() => post('/api/me/payee', { body: form }));
}

/** Cancels the pending change of the payee. */
export function dropNextPayee(): Promise<void> {
  return remove('/api/me/payee/next');
}
