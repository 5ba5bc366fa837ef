import { queryOptions } from '@tanstack/react-query';
import { unlocked } from '../money/idle-lock.ts';
import { get, post } from '../shared/client.ts';
import { keys } from '../shared/query-keys.ts';
import type { FinancePasswordForm, Person } from '../shared/types.ts';

/** The person behind the account, as far as the member entered their details, and the payee. */
export function personQuery() {
  return queryOptions({
    queryKey: keys.person,
    queryFn: ({ signal }) => get<Person>('/api/me/person', { signal }),
    meta: { live: true },
  });
}

export function setRealName(realName: string): Promise<unknown> {
  return post('/api/me/real-name', { body: { realName } });
}

export function setSex(sex: Person['sex']): Promise<unknown> {
  return post('/api/me/sex', { body: { sex } });
}

/**
 * Sets the finance password. The first one needs nothing else; a change, or one after a reset, needs proof of identity.
 */
export function setFinancePassword(form: FinancePasswordForm): Promise<void> {
  return unlocked(() => post('/api/me/finance-password', { body: form }));
}

/** Cancels a pending reset; the password stays as it is. */
export function cancelFinanceReset(): Promise<void> {
  return post('/api/me/finance-password/reset/cancel');
}
