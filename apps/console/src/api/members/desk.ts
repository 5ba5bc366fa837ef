import { type AnswerOf, type AskOf, call, namedAddressOf } from '../shared/client.ts';
import { memberKey, type ResourceApi, readMemberKey } from '../shared/data-provider.ts';

export type Thread = AnswerOf<'get', '/api/console/desk/threads'>['items'][number];
export type FullThread = AnswerOf<'get', '/api/console/members/{memberId}/desk/{id}'>;
export type Entry = FullThread['said'][number];

export type Inbox = AnswerOf<'get', '/api/console/desk/inbox'>;
export type Colleague = AnswerOf<'get', '/api/console/desk/colleagues'>['items'][number];
export type Label = Thread['labels'][number];

/** The server takes these labels alone. */
export const LABELS: readonly Label[] = [
  ...(['payout', 'top-up', 'bet', 'account', 'video'] as const),
  ...(['host', 'fault', 'complaint', 'follow-up'] as const),
];
export const THREAD_FILTERS = ['waiting', 'open', 'closed'] as const;
export const SUBJECTS = ['question', 'payment', 'account', 'host', 'other'] as const;

/** Refetched on every desk event, as an unattended call: it does not extend the session. */
export const deskApi: ResourceApi<Thread, FullThread> = {
  keyOf: memberKey,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/desk/threads', { query: { limit, cursor, ...filter }, signal, unattended: true }),
  one: (key, signal) =>
    call('get', '/api/console/members/{memberId}/desk/{id}', {
      params: readMemberKey(key),
      signal,
      unattended: true,
    }),
};

export type Handled = AnswerOf<'post', '/api/console/desk/handling'>['results'][number];
type Handling = AskOf<'post', '/api/console/desk/handling'>['body'];

/** One act on several conversations; the answer has the outcome of each. */
export async function handleThreads(act: Handling['act'], items: Handling['items']): Promise<Handled[]> {
  return (await call('post', '/api/console/desk/handling', { body: { act, items } })).results;
}

/** Idempotent by key. */
export function answerThread(key: string, words: string, idempotencyKey: string): Promise<FullThread> {
  const params = readMemberKey(key);
  return call('post', '/api/console/members/{memberId}/desk/{id}/answer', { params, body: { words }, idempotencyKey });
}

export function markThreadRead(key: string, upTo: number): Promise<FullThread> {
  const params = readMemberKey(key);
  return call('post', '/api/console/members/{memberId}/desk/{id}/read', { params, body: { upTo } });
}

export function closeThread(key: string): Promise<FullThread> {
  return call('post', '/api/console/members/{memberId}/desk/{id}/close', { params: readMemberKey(key) });
}

/** Shows the member that staff are typing. Not stored, and may be lost. */
export async function reportTyping(key: string): Promise<void> {
  await call('post', '/api/console/members/{memberId}/desk/{id}/typing', { params: readMemberKey(key) });
}

export function fileAddress(key: string, n: number): string {
  return namedAddressOf('/api/console/members/{memberId}/desk/{id}/files/{n}', { ...readMemberKey(key), n });
}

const THREAD = '/api/console/members/{memberId}/desk/{id}';

/** Reassigns a conversation; null: unassigned. The server refuses it if `from` is no longer the assignee. */
export function assignThread(key: string, body: { from: string | null; to: string | null }): Promise<FullThread> {
  return call('post', `${THREAD}/assignment`, { params: readMemberKey(key), body });
}

/** Takes a conversation out of the inbox until a time; null puts it back. */
export function snoozeThread(key: string, untilMs: number | null): Promise<FullThread> {
  return call('post', `${THREAD}/snooze`, { params: readMemberKey(key), body: { untilMs } });
}

export function labelThread(key: string, labels: Label[]): Promise<FullThread> {
  return call('put', `${THREAD}/labels`, { params: readMemberKey(key), body: { labels } });
}

/** Counts of the inbox; not logged. */
export function readInbox(signal?: AbortSignal): Promise<Inbox> {
  return call('get', '/api/console/desk/inbox', { signal, unattended: true });
}

/** Staff who answer conversations. */
export async function readColleagues(signal?: AbortSignal): Promise<Colleague[]> {
  return (await call('get', '/api/console/desk/colleagues', { signal })).items;
}
