import { type AnswerOf, call } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';

export type Proposal = AnswerOf<'get', '/api/console/proposals'>['items'][number];
export const PROPOSAL_KINDS: readonly Proposal['what'][] = [
  ...(['table', 'money-rule', 'service-url', 'purchase-refund'] as const),
  ...(['correction', 'reopening', 'lottery', 'retirement', 'stop'] as const),
];
export type Confirmed = AnswerOf<'post', '/api/console/proposals/{id}/confirm'>;

export const proposalsApi: ResourceApi<Proposal, Proposal> = {
  keyOf: ({ id }) => id,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/proposals', { query: { limit, cursor, ...filter }, signal }),
  one: (id, signal) => call('get', '/api/console/proposals/{id}', { params: { id }, signal }),
};

export function confirmProposal(id: string, why: string): Promise<Confirmed> {
  return call('post', '/api/console/proposals/{id}/confirm', { params: { id }, body: { why } });
}

/** Declines a proposal, or withdraws one's own. */
export function declineProposal(id: string, why: string): Promise<Proposal> {
  return call('post', '/api/console/proposals/{id}/decline', { params: { id }, body: { why } });
}
