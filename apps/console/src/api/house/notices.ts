import { type AnswerOf, type AskOf, call } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';

export type Notice = AnswerOf<'get', '/api/console/notices'>['items'][number];
export type NoticeForm = AskOf<'post', '/api/console/notices'>['body'];
export type NoticeCorrection = AskOf<'put', '/api/console/notices/{id}/texts'>['body'];
export type NoticeTimes = AskOf<'put', '/api/console/notices/{id}'>['body'];

export const noticesApi: ResourceApi<Notice, Notice> = {
  keyOf: ({ id }) => id,
  list: ({ limit, cursor, signal }) => call('get', '/api/console/notices', { query: { limit, cursor }, signal }),
  one: (id, signal) => call('get', '/api/console/notices/{id}', { params: { id }, signal }),
};

export function createNotice(body: NoticeForm): Promise<Notice> {
  return call('post', '/api/console/notices', { body });
}

export function scheduleNotice(id: string, body: NoticeTimes): Promise<Notice> {
  return call('put', '/api/console/notices/{id}', { params: { id }, body });
}

export function correctNotice(id: string, body: NoticeCorrection): Promise<Notice> {
  return call('put', '/api/console/notices/{id}/texts', { params: { id }, body });
}

export async function withdrawNotice(id: string): Promise<void> {
  await call('delete', '/api/console/notices/{id}', { params: { id } });
}
