import { queryOptions } from '@tanstack/react-query';
import { get, post } from '../shared/client.ts';
import { Problem } from '../shared/problem.ts';
import { keys } from '../shared/query-keys.ts';
import type {
  NewRecoveryCodes,
  OpenRecoveries,
  RecoveryCodesLeft,
  RecoveryForm,
  VisitorKey,
  VisitorQuestion,
  VisitorThread,
} from '../shared/types.ts';

const POLL_MS = 15_000;

/**
 * Asks support for a new password. Answers the same whether or not the account exists. Idempotent: a retry with the
 * same `idempotencyKey` gets the same number and secret.
 */
export function requestRecovery(idempotencyKey: string, body: RecoveryForm): Promise<VisitorKey> {
  return post('/api/recovery-requests', { body, idempotencyKey });
}

/** Opens a conversation about registration, idempotent like a request. */
export function askAsVisitor(idempotencyKey: string, body: VisitorQuestion): Promise<VisitorKey> {
  return post('/api/visitor-threads', { body, idempotencyKey });
}

/** A visitor's conversation, polled while the page is visible. Not with a wrong key, since the server counts it. */
export function visitorThreadQuery(key: VisitorKey) {
  return queryOptions({
    queryKey: keys.visitorThread(key.number),
    queryFn: ({ signal }) => readVisitorThread(key, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (isKeyBad(state.error) ? false : POLL_MS),
    refetchOnWindowFocus: ({ state }) => !isKeyBad(state.error),
  });
}

/** Throws `visitor-key-bad` for a wrong number or secret. */
export function readVisitorThread(key: VisitorKey, signal?: AbortSignal): Promise<VisitorThread> {
  return post('/api/visitor-thread/read', { bearer: bearerOf(key), ...(signal && { signal }) });
}

/** Writes in the conversation. Idempotent: each `idempotencyKey` counts once. */
export function writeAsVisitor(key: VisitorKey, idempotencyKey: string, text: string): Promise<VisitorThread> {
  return post('/api/visitor-thread/entries', { bearer: bearerOf(key), idempotencyKey, body: { text } });
}

/** Sets a new password with an approved request, once. Returns new recovery codes. */
export async function setRecoveredPassword(key: VisitorKey, newPassword: string): Promise<string[]> {
  const { recoveryCodes } = await post<NewRecoveryCodes>('/api/visitor-thread/password', {
    bearer: bearerOf(key),
    body: { newPassword },
  });
  return recoveryCodes;
}

/** Open requests for a new password of the member's account. */
export function recoveriesQuery() {
  return queryOptions({
    queryKey: keys.recoveries,
    queryFn: ({ signal }) => get<OpenRecoveries>('/api/me/recovery-requests', { signal }),
    staleTime: 0,
    meta: { live: true },
  });
}

/** Stops all open requests for a new password of the member's account. */
export function stopRecoveries(loginPassword: string): Promise<void> {
  return post('/api/me/recovery-requests/stop', { body: { loginPassword } });
}

/** Count of the member's unused recovery codes. */
export function recoveryCodesQuery() {
  return queryOptions({
    queryKey: keys.recoveryCodes,
    queryFn: ({ signal }) => get<RecoveryCodesLeft>('/api/me/recovery-codes', { signal }),
    staleTime: 0,
  });
}

/** Replaces the unused recovery codes. Returns the new ones, which are shown once. */
export async function renewRecoveryCodes(loginPassword: string): Promise<string[]> {
  const { recoveryCodes } = await post<NewRecoveryCodes>('/api/me/recovery-codes', { body: { loginPassword } });
  return recoveryCodes;
}

function bearerOf({ number, secret }: VisitorKey): string {
  return `${number}.${secret}`;
}

function isKeyBad(error: unknown): boolean {
  return error instanceof Problem && error.code === 'visitor-key-bad';
}
