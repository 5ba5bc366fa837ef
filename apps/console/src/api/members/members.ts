import { type AnswerOf, call } from '../shared/client.ts';
import type { ResourceApi } from '../shared/data-provider.ts';

export type MemberLine = AnswerOf<'get', '/api/console/members'>['items'][number];
export type Member = AnswerOf<'get', '/api/console/members/{memberId}'>;
export type MemberSummary = AnswerOf<'get', '/api/console/members/{memberId}/summary'>;
export type StatementLine = AnswerOf<'get', '/api/console/members/{memberId}/statement'>['items'][number];
export type MemberMessage = AnswerOf<'get', '/api/console/members/{memberId}/messages'>['items'][number];
export type Note = AnswerOf<'get', '/api/console/members/{memberId}/notes'>['items'][number];
type Payout = AnswerOf<'post', '/api/console/members/{memberId}/closure'>['payout'];

export const MEMBER_STATES = ['active', 'suspended', 'closing', 'closed'] as const;

export const membersApi: ResourceApi<MemberLine, Member> = {
  keyOf: ({ id }) => id,
  list: ({ limit, cursor, filter, signal }) =>
    call('get', '/api/console/members', { query: { limit, cursor, ...filter }, signal }),
  one: (memberId, signal) => call('get', '/api/console/members/{memberId}', { params: { memberId }, signal }),
};

/** Id of the member with exactly this user name or id; null if there is none. The search is logged. */
export async function findMemberId(typed: string): Promise<string | null> {
  if (UUID.test(typed)) return typed.toLowerCase();
  const { items } = await call('get', '/api/console/members', { query: { userName: typed, limit: FOUND_MAX } });
  return items.find(({ userName }) => userName.toLowerCase() === typed.toLowerCase())?.id ?? null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Other names may begin with the same letters; the shorter ones come first. */
const FOUND_MAX = 20;

/** A proposed balance correction; the amount in minor units. */
export interface CorrectionAsk {
  direction: 'to-member' | 'from-member';
  amountMinor: string;
  reference: string;
  why: string;
}

/** A page of a member's data, such as the statement. */
export interface PartAsk {
  limit: number;
  cursor?: string | undefined;
  signal?: AbortSignal | undefined;
}

const PART = '/api/console/members/{memberId}';

export function readMemberSummary(memberId: string, signal?: AbortSignal): Promise<MemberSummary> {
  return call('get', `${PART}/summary`, { params: { memberId }, signal });
}

export function readStatement(memberId: string, { signal, ...query }: PartAsk) {
  return call('get', `${PART}/statement`, { params: { memberId }, query, signal });
}

export function readMessages(memberId: string, { signal, ...query }: PartAsk) {
  return call('get', `${PART}/messages`, { params: { memberId }, query, signal });
}

export function readMemberActs(memberId: string, { signal, ...query }: PartAsk) {
  return call('get', `${PART}/acts`, { params: { memberId }, query, signal });
}

export function readNotes(memberId: string, { signal, ...query }: PartAsk) {
  return call('get', `${PART}/notes`, { params: { memberId }, query, signal });
}

export function addNote(memberId: string, words: string): Promise<Note> {
  return call('post', `${PART}/notes`, { params: { memberId }, body: { words } });
}

export function suspendMember(memberId: string, body: { why: string; untilMs: number }): Promise<{ untilMs: number }> {
  return call('post', `${PART}/suspension`, { params: { memberId }, body });
}

/** A break that the member asked for: hours of a time-out, or months of a self-exclusion. */
export type Break = { kind: 'time-out'; hours: number } | { kind: 'self-exclusion'; months: 6 | 12 | 24 | 60 };

export async function tightenLimit(
  memberId: string,
  body: { kind: Member['limits']['limits'][number]['kind']; value: string; why: string },
): Promise<void> {
  await call('post', `${PART}/limits`, { params: { memberId }, body });
}

export async function excludeMember(memberId: string, body: { why: string; break: Break }): Promise<void> {
  await call('post', `${PART}/exclusion`, { params: { memberId }, body });
}

export async function liftSuspension(memberId: string, why: string): Promise<void> {
  await call('post', `${PART}/suspension/lift`, { params: { memberId }, body: { why } });
}

export function closeMember(memberId: string, why: string): Promise<{ payout: Payout }> {
  return call('post', `${PART}/closure`, { params: { memberId }, body: { why } });
}

/** Proposes the correction; another person of finance decides. */
export function proposeCorrection(memberId: string, body: CorrectionAsk): Promise<{ id: string }> {
  return call('post', `${PART}/corrections`, { params: { memberId }, body });
}

export function resetFinancePassword(memberId: string, why: string): Promise<{ effectiveAtMs: number }> {
  return call('post', `${PART}/finance-password-reset`, { params: { memberId }, body: { why } });
}

export function correctRealName(
  memberId: string,
  body: { realName: string; why: string },
): Promise<{ realName: string }> {
  return call('post', `${PART}/real-name`, { params: { memberId }, body });
}

export function permitPayee(memberId: string, why: string): Promise<{ expiresAtMs: number }> {
  return call('post', `${PART}/payee-permit`, { params: { memberId }, body: { why } });
}
