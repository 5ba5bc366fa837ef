import { type AnswerOf, call } from '../shared/client.ts';
import { memberKey, type ResourceApi, readMemberKey } from '../shared/data-provider.ts';

export type Complaint = AnswerOf<'get', '/api/console/complaints'>['items'][number];
export type FullComplaint = AnswerOf<'get', '/api/console/members/{memberId}/complaints/{id}'>;

export const COMPLAINT_STATES = ['open', 'answered'] as const;

export const complaintsApi: ResourceApi<Complaint, FullComplaint> = {
  keyOf: memberKey,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/complaints', { query: { limit, cursor, ...filter }, signal }),
  one: (key, signal) =>
    call('get', '/api/console/members/{memberId}/complaints/{id}', { params: readMemberKey(key), signal }),
};

export function answerComplaint(key: string, words: string): Promise<FullComplaint> {
  const params = readMemberKey(key);
  return call('post', '/api/console/members/{memberId}/complaints/{id}/answer', { params, body: { words } });
}

/** The public evidence of a draw, as members read it. `drawId` is `KEY/PERIOD`. */
export function readDrawProof(
  drawId: string,
  signal?: AbortSignal,
): Promise<AnswerOf<'get', '/api/draws/{key}/{period}'>> {
  const [key = '', period = ''] = drawId.split('/');
  return call('get', '/api/draws/{key}/{period}', { params: { key, period: period as never }, signal });
}
