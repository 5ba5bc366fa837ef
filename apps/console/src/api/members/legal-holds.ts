import { type AnswerOf, call } from '../shared/client.ts';
import { memberKey, type ResourceApi, readMemberKey } from '../shared/data-provider.ts';
import { Problem } from '../shared/problem.ts';

export type LegalHold = AnswerOf<'get', '/api/console/members/{memberId}/legal-holds'>['items'][number];

export async function listLegalHolds(memberId: string, signal?: AbortSignal): Promise<LegalHold[]> {
  const { items } = await call('get', '/api/console/members/{memberId}/legal-holds', { params: { memberId }, signal });
  return items;
}

export type ListedHold = AnswerOf<'get', '/api/console/legal-holds'>['items'][number];

const LISTED_MAX = 100;

export const HOLD_STATES = ['open', 'waiting', 'ending'] as const;
export type HoldState = (typeof HOLD_STATES)[number];

/** Holds of all members in a state, newest first. By default, proposed and active ones. */
export async function listOpenHolds(signal?: AbortSignal, state: HoldState = 'open'): Promise<ListedHold[]> {
  const query = { limit: LISTED_MAX, state };
  const { items } = await call('get', '/api/console/legal-holds', { query, signal });
  return items;
}

/** The list has proposed and active holds only. One hold is read from the list of its member. */
export const legalHoldsApi: ResourceApi<ListedHold, ListedHold> = {
  keyOf: memberKey,
  async list({ signal }) {
    const items = await listOpenHolds(signal);
    return { items, nextCursor: null, total: items.length };
  },
  async one(key, signal) {
    const { memberId, id } = readMemberKey(key);
    const found = (await listLegalHolds(memberId, signal)).find((one) => one.id === id);
    if (found === undefined) throw new Problem('not-found', 404);
    return { ...found, memberId };
  },
};

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
