import { type AnswerOf, call } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';

export type VisitorThread = AnswerOf<'get', '/api/console/visitor-threads'>['items'][number];
export type FullVisitorThread = AnswerOf<'get', '/api/console/visitor-threads/{id}'>;
/** A request for a new password, compared with the account. */
export type Recovery = NonNullable<FullVisitorThread['recovery']>;

export const VISITOR_FILTERS = ['waiting', 'undecided', 'open', 'closed'] as const;
export const VISITOR_TOPICS = ['recovery', 'registration'] as const;

/** Refetched when the queues change, as an unattended call: it does not extend the session. */
export const visitorsApi: ResourceApi<VisitorThread, FullVisitorThread> = {
  keyOf: ({ id }) => id,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/visitor-threads', { query: { limit, cursor, ...filter }, signal, unattended: true }),
  one: (id, signal) => call('get', '/api/console/visitor-threads/{id}', { params: { id }, signal, unattended: true }),
};

/** Idempotent by key. */
export function answerVisitor(id: string, text: string, idempotencyKey: string): Promise<FullVisitorThread> {
  return call('post', '/api/console/visitor-threads/{id}/answer', { params: { id }, body: { text }, idempotencyKey });
}

export function closeVisitorThread(id: string): Promise<FullVisitorThread> {
  return call('post', '/api/console/visitor-threads/{id}/close', { params: { id } });
}

export function decideRecovery(
  id: string,
  { approved, why }: { approved: boolean; why: string },
): Promise<FullVisitorThread> {
  return call('post', '/api/console/visitor-threads/{id}/decide', { params: { id }, body: { approved, why } });
}
