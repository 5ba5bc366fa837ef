import { type AnswerOf, type AskOf, call } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';

export type InviteBatch = AnswerOf<'get', '/api/console/invites'>['items'][number];
export type WholeBatch = AnswerOf<'get', '/api/console/invites/{id}'>;
export type Invite = WholeBatch['items'][number];
export type MadeBatch = AnswerOf<'post', '/api/console/invites'>;
export type BatchForm = AskOf<'post', '/api/console/invites'>['body'];

export const invitesApi: ResourceApi<InviteBatch, WholeBatch> = {
  keyOf: ({ id }) => id,
  list: ({ limit, cursor, signal }) => call('get', '/api/console/invites', { query: { limit, cursor }, signal }),
  one: (id, signal) => call('get', '/api/console/invites/{id}', { params: { id }, signal }),
};

export function makeInvites(body: BatchForm): Promise<MadeBatch> {
  return call('post', '/api/console/invites', { body });
}

/** Revokes one invite of a batch by its number, or all unused ones. */
export function takeBackInvites(id: string, why: string, nth: number | null): Promise<{ withdrawn: number }> {
  const body = nth === null ? { why } : { why, nth };
  return call('post', '/api/console/invites/{id}/withdraw', { params: { id }, body });
}
