import { type AnswerOf, call } from '../shared/client.ts';
import { memberKey, type ResourceApi, readMemberKey } from '../shared/data-provider.ts';

export type Payment = AnswerOf<'get', '/api/console/payments'>['items'][number];
export type Settled = AnswerOf<'post', '/api/console/members/{memberId}/payments/{id}/credit'>;

export const PAYMENT_STATES = ['review', 'credited', 'refunding', 'refunded'] as const;

export const paymentsApi: ResourceApi<Payment, Payment> = {
  keyOf: memberKey,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/payments', { query: { limit, cursor, ...filter }, signal }),
  one: (key, signal) =>
    call('get', '/api/console/members/{memberId}/payments/{id}', { params: readMemberKey(key), signal }),
};

export function creditPayment(key: string, why: string): Promise<Settled> {
  const params = readMemberKey(key);
  return call('post', '/api/console/members/{memberId}/payments/{id}/credit', { params, body: { why } });
}

export function refundPayment(key: string, why: string): Promise<Settled> {
  const params = readMemberKey(key);
  return call('post', '/api/console/members/{memberId}/payments/{id}/refund', { params, body: { why } });
}
