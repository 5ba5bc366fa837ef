import { queryOptions } from '@tanstack/react-query';
import { unlocked } from '../money/idle-lock.ts';
import { get, post } from '../shared/client.ts';
import { namedUrl } from '../shared/page-member.ts';
import { keys } from '../shared/query-keys.ts';
import type { Closed, Consent, Retention } from '../shared/types.ts';

/** URLs of files with all data about the member. The browser sends the session cookie. */
export const dataFiles = {
  json: () => namedUrl('/api/me/data.json'),
  page: (locale: string) => namedUrl(`/api/me/data.html?${new URLSearchParams({ locale })}`),
};

/** Consents of the member, newest first. */
export function consentsQuery() {
  return queryOptions({
    queryKey: keys.consents,
    queryFn: ({ signal }) => get<{ items: Consent[] }>('/api/me/consents', { signal }),
  });
}

/** Retention period of each kind of data after an account is closed. */
export function retentionQuery() {
  return queryOptions({
    queryKey: keys.retention,
    queryFn: ({ signal }) => get<{ items: Retention[] }>('/api/retention', { signal }),
    staleTime: 60 * 60_000,
  });
}

/** Closes the account permanently and pays out the balance. Idempotent. */
export function closeAccount(financePassword: string): Promise<Closed> {
  return unlocked(() => post('/api/me/closure', { body: { financePassword, confirm: true } }));
}
