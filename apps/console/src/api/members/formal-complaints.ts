import { type AnswerOf, type AskOf, call } from '../shared/client.ts';
import { memberKey, type ResourceApi, readMemberKey } from '../shared/data-provider.ts';

export type FormalComplaint = AnswerOf<'get', '/api/console/formal-complaints'>['items'][number];
export type FullFormalComplaint = AnswerOf<'get', '/api/console/members/{memberId}/formal-complaints/{id}'>;
export type SubjectReport = AnswerOf<'get', '/api/console/formal-complaints/report'>['items'][number];
export type Outcome = AskOf<'post', '/api/console/members/{memberId}/formal-complaints/{id}/answer'>['body']['outcome'];

export const FORMAL_STATES = ['open', 'late', 'answered'] as const;
export const COMPLAINT_SUBJECTS: readonly FormalComplaint['subject'][] = [
  ...(['payment', 'bet', 'account', 'limits', 'service', 'privacy', 'other'] as const),
  ...(['data-access', 'data-correction', 'data-restriction', 'data-objection', 'data-erasure'] as const),
];
export const FORMAL_KINDS = ['complaint', 'data'] as const;

/** True for a request of the member about their data. */
export function isDataRequest({ subject }: Pick<FormalComplaint, 'subject'>): boolean {
  return subject.startsWith('data-');
}

export const OUTCOMES: readonly Outcome[] = ['upheld', 'partly', 'rejected'];

export const formalComplaintsApi: ResourceApi<FormalComplaint, FullFormalComplaint> = {
  keyOf: memberKey,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/formal-complaints', { query: { limit, cursor, ...filter }, signal }),
  one: (key, signal) =>
    call('get', '/api/console/members/{memberId}/formal-complaints/{id}', { params: readMemberKey(key), signal }),
};

export function replyToComplaint(key: string, words: string): Promise<FullFormalComplaint> {
  const params = readMemberKey(key);
  return call('post', '/api/console/members/{memberId}/formal-complaints/{id}/reply', { params, body: { words } });
}

/** Extends a request about data by two months, once. The member reads the reason. */
export function extendDataRequest(key: string, words: string): Promise<FullFormalComplaint> {
  const params = readMemberKey(key);
  return call('post', '/api/console/members/{memberId}/formal-complaints/{id}/extend', { params, body: { words } });
}

export function answerFormal(key: string, body: { words: string; outcome: Outcome }): Promise<FullFormalComplaint> {
  const params = readMemberKey(key);
  return call('post', '/api/console/members/{memberId}/formal-complaints/{id}/answer', { params, body });
}

export async function reportComplaints(
  span: { from: string; to: string },
  signal?: AbortSignal,
): Promise<SubjectReport[]> {
  const query = { ...(span.from === '' ? {} : { from: span.from }), ...(span.to === '' ? {} : { to: span.to }) };
  return (await call('get', '/api/console/formal-complaints/report', { query, signal })).items;
}
