import { type AnswerOf, call } from '../shared/client.ts';
import { memberKey, type ResourceApi, readMemberKey } from '../shared/data-provider.ts';

export type Purchase = AnswerOf<'get', '/api/console/purchases'>['items'][number];
export type Refunded = AnswerOf<'post', '/api/console/purchases/{memberId}/{id}/refund'>;

export const PURCHASE_STATES = ['open', 'over', 'refunded'] as const;

export const purchasesApi: ResourceApi<Purchase, Purchase> = {
  keyOf: memberKey,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/purchases', { query: { limit, cursor, ...filter }, signal }),
};

/** Refunds a purchase, or proposes the refund where two people must agree. */
export function refundPurchase(key: string, why: string): Promise<Refunded> {
  const params = readMemberKey(key);
  return call('post', '/api/console/purchases/{memberId}/{id}/refund', { params, body: { why } });
}
