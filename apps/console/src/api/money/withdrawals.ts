import { type AnswerOf, call } from '../shared/client.ts';
import { memberKey, type ResourceApi, readMemberKey } from '../shared/data-provider.ts';

export type Withdrawal = AnswerOf<'get', '/api/console/withdrawals'>['items'][number];
export type ReviewedWithdrawal = AnswerOf<'get', '/api/console/members/{memberId}/withdrawals/{id}'>;
export type ReviewFlag = Withdrawal['reviewFlags'][number];
export type RefusalReason = NonNullable<Withdrawal['refusal']>['reason'];
export type Decision = AnswerOf<'post', '/api/console/members/{memberId}/withdrawals/{id}/approve'>;

const WITHDRAWAL_STATES = ['in-review', 'approved', 'sent', 'paid', 'refused', 'failed', 'returned'] as const;
/** Filters of the list: a state, all that have not ended, or those in review that one person has judged. */
export const WITHDRAWAL_FILTERS = ['open', 'second-look', ...WITHDRAWAL_STATES] as const;
export const REFUSAL_REASONS: readonly RefusalReason[] = ['payee-not-own', 'account-taken-over', 'authority-order'];

export const withdrawalsApi: ResourceApi<Withdrawal, ReviewedWithdrawal> = {
  keyOf: memberKey,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/withdrawals', { query: { limit, cursor, ...filter }, signal }),
  one: (key, signal) =>
    call('get', '/api/console/members/{memberId}/withdrawals/{id}', { params: readMemberKey(key), signal }),
};

export function assignWithdrawal(key: string): Promise<ReviewedWithdrawal> {
  return call('post', '/api/console/members/{memberId}/withdrawals/{id}/assignment', { params: readMemberKey(key) });
}

export function releaseWithdrawal(key: string): Promise<ReviewedWithdrawal> {
  return call('post', '/api/console/members/{memberId}/withdrawals/{id}/release', { params: readMemberKey(key) });
}

export function approveWithdrawal(key: string, why: string): Promise<Decision> {
  const params = readMemberKey(key);
  return call('post', '/api/console/members/{memberId}/withdrawals/{id}/approve', { params, body: { why } });
}

export function refuseWithdrawal(key: string, reason: RefusalReason, words: string): Promise<Decision> {
  const params = readMemberKey(key);
  return call('post', '/api/console/members/{memberId}/withdrawals/{id}/refuse', { params, body: { reason, words } });
}
