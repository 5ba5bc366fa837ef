import { type AnswerOf, type AskOf, call, namedAddressOf, sendFile } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';

export type Host = AnswerOf<'get', '/api/console/hosts'>['items'][number];
export type FullHost = AnswerOf<'get', '/api/console/hosts/{id}'>;
export type HostFacts = AskOf<'put', '/api/console/hosts/{id}'>['body'];
export type HostForm = AskOf<'post', '/api/console/hosts'>['body'];
export type HostTexts = HostForm['texts'];
export type Verification = FullHost['verifications'][number];
export type VerificationForm = AskOf<'post', '/api/console/hosts/{id}/verifications'>['body'];
export type HostPicture = FullHost['pictures'][number];

export const HOST_STATES = ['shown', 'not-shown', 'waiting', 'reported', 'ending', 'removed'] as const;
export const SERVICES = ['city-guide', 'interpreter', 'event-host', 'sports-partner', 'club-table-host'] as const;

export const hostsApi: ResourceApi<Host, FullHost> = {
  keyOf: ({ id }) => id,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/hosts', { query: { limit, cursor, ...filter }, signal }),
  one: (id, signal) => call('get', '/api/console/hosts/{id}', { params: { id }, signal }),
};

export function createHost(body: HostForm): Promise<FullHost> {
  return call('post', '/api/console/hosts', { body });
}

export function changeHost(id: string, body: HostFacts): Promise<FullHost> {
  return call('put', '/api/console/hosts/{id}', { params: { id }, body });
}

export function writeHostWords(id: string, texts: HostTexts): Promise<FullHost> {
  return call('put', '/api/console/hosts/{id}/words', { params: { id }, body: { texts } });
}

export function approveHostWords(id: string, version: number): Promise<FullHost> {
  return call('post', '/api/console/hosts/{id}/words/approve', { params: { id }, body: { version } });
}

export function refuseHostWords(id: string, version: number, why: string): Promise<FullHost> {
  return call('post', '/api/console/hosts/{id}/words/refuse', { params: { id }, body: { version, why } });
}

export function recordVerification(id: string, body: VerificationForm): Promise<FullHost> {
  return call('post', '/api/console/hosts/{id}/verifications', { params: { id }, body });
}

export function confirmVerification(id: string, verificationId: string): Promise<FullHost> {
  return call('post', '/api/console/hosts/{id}/verifications/{verificationId}/confirm', {
    params: { id, verificationId },
  });
}

export function revokeVerification(id: string, verificationId: string, why: string): Promise<FullHost> {
  return call('post', '/api/console/hosts/{id}/verifications/{verificationId}/revoke', {
    params: { id, verificationId },
    body: { why },
  });
}

/** Idempotent by key. */
export function addHostPicture(id: string, key: string, file: Blob): Promise<FullHost> {
  return sendFile('/api/console/hosts/{id}/pictures/{picture}', { id, picture: key }, file);
}

export function approveHostPicture(id: string, picture: string): Promise<FullHost> {
  return call('post', '/api/console/hosts/{id}/pictures/{picture}/approve', { params: { id, picture } });
}

export function removeHostPicture(id: string, picture: string, why: string): Promise<FullHost> {
  return call('post', '/api/console/hosts/{id}/pictures/{picture}/remove', { params: { id, picture }, body: { why } });
}

export function hostPictureAddress(id: string, picture: string): string {
  return namedAddressOf('/api/console/hosts/{id}/pictures/{picture}', { id, picture });
}

/** Returns the new token, which is shown once. The old link stops working. */
export async function makeHostLink(id: string): Promise<string> {
  const { token, membersOrigin } = await call('post', '/api/console/hosts/{id}/link', { params: { id } });
  return `${membersOrigin ?? location.origin}/Host#${token}`;
}

export function hideHost(id: string, why: string): Promise<FullHost> {
  return call('post', '/api/console/hosts/{id}/hide', { params: { id }, body: { why } });
}

export function showHost(id: string, why: string): Promise<FullHost> {
  return call('post', '/api/console/hosts/{id}/show', { params: { id }, body: { why } });
}

export function removeHost(id: string, why: string): Promise<FullHost> {
  return call('post', '/api/console/hosts/{id}/remove', { params: { id }, body: { why } });
}
