import { type AnswerOf, call } from '../shared/client.ts';

export type LegalHold = AnswerOf<'get', '/api/console/members/{memberId}/legal-holds'>['items'][number];

export async function listLegalHolds(memberId: string, signal?: AbortSignal): Promise<LegalHold[]> {
  const { items } = await call('get', '/api/console/members/{memberId}/legal-holds', { params: { memberId }, signal });
  return items;
}

export type ListedHold = AnswerOf<'get', '/api/console/legal-holds'>['items'][number];

const LISTED_MAX = 100;

/** Proposed and active holds of all members, newest first. */
export async function listOpenHolds(signal?: AbortSignal): Promise<ListedHold[]> {
  const query = { limit: LISTED_MAX, open: 'true' } as const;
  const { items } = await call('get', '/api/console/legal-holds', { query, signal });
  return items;
}

export interface HoldForm {
  authority: string;
  reference: string;
  expiresAtMs: number;
  why: string;
}

export function proposeLegalHold(memberId: string, body: HoldForm): Promise<LegalHold> {
  return call('post', '/api/console/members/{memberId}/legal-holds', { params: { memberId }, body });
}

export function confirmLegalHold(memberId: string, id: string, why: string): Promise<LegalHold> {
  const params = { memberId, id };
  return call('post', '/api/console/members/{memberId}/legal-holds/{id}/confirm', { params, body: { why } });
}

export function liftLegalHold(memberId: string, id: string, why: string): Promise<LegalHold> {
  const params = { memberId, id };
  return call('post', '/api/console/members/{memberId}/legal-holds/{id}/lift', { params, body: { why } });
}
