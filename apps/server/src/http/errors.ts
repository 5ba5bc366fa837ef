import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isRetryable, sqlState } from '../db/transaction.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { REFUSAL_CODES, Refusal, type RefusalCode } from '../refusal.ts';
import { requestUrn } from './request-ids.ts';

/** HTTP status of each refusal code; the only place that maps them. */
const STATUS: Record<RefusalCode, number> = {
  'fill-in': 422,
  'bad-amount': 422,
  'no-selection': 422,
  'duplicate-bet': 422,
  'bet-not-offered': 422,
  'stake-too-small': 422,
  'stake-too-large': 422,
  'slip-too-large': 422,
  'balance-too-small': 409,
  'min-balance': 409,
  'betting-closed': 409,
  'bets-waiting': 409,
  'period-not-open': 409,
  'table-changed': 409,
  'table-closed': 409,
  'betting-stopped': 409,
  'not-stopped': 409,
  'stop-too-short': 422,
  exposure: 409,
  'member-cap': 409,
  'limit-stake-slip': 409,
  'limit-stake-day': 409,
  'limit-loss': 409,
  'limit-session': 409,
  'reality-check': 409,
  excluded: 403,
  'self-excluded': 403,
  'limit-range': 422,
  'limit-not-stricter': 409,
  'limits-unanswered': 409,
  'funds-unacknowledged': 409,
  'suggestion-over': 409,
  'too-early': 409,
  'beacon-disagrees': 503,
  'key-reused': 409,
  'key-abandoned': 409,
  'key-needed': 422,
  'caller-needed': 400,
  'caller-changed': 409,
  'signed-out': 401,
  'wrong-credentials': 401,
  'old-password-wrong': 403,
  'login-password-needed': 403,
  suspended: 403,
  throttled: 429,
  'user-name-taken': 409,
  'user-name-bad': 422,
  'user-name-reserved': 422,
  'password-weak': 422,
  'invite-bad': 422,
  'invite-limit': 409,
  'too-young': 422,
  'birth-date-bad': 422,
  'agreement-needed': 422,
  'recovery-bad': 422,
  'recovery-not-ready': 409,
  'recovery-closed': 409,
  'visitor-key-bad': 403,
  'receipt-not-found': 404,
  'payouts-unhealthy': 409,
  'ledger-wrong': 409,
  closing: 409,
  'name-first': 409,
  'finance-password-first': 409,
  'payee-first': 409,
  'payee-locked': 409,
  'identity-needed': 409,
  'country-not-served': 409,
  'register-excluded': 409,
  'register-unanswered': 409,
  'place-not-served': 403,
  'identity-unavailable': 503,
  'finance-password-wrong': 403,
  'finance-password-locked': 429,
  'finance-password-weak': 422,
  'entries-differ': 422,
  'already-set': 409,
  'name-bad': 422,
  'holder-differs': 422,
  'iban-bad': 422,
  'bank-unknown': 422,
  'phone-bad': 422,
  'card-bad': 422,
  'amount-too-small': 422,
  'amount-too-large': 422,
  'too-many-today': 409,
  'provider-unavailable': 503,
  forbidden: 403,
  'own-account': 409,
  'last-owner': 409,
  'not-suspended': 409,
  'rule-bad': 422,
  'table-bad': 422,
  'link-bad': 422,
  'accent-weak': 422,
  'export-too-large': 422,
  'second-person-needed': 409,
  'too-new': 409,
  'proposer-gone': 409,
  'too-late': 409,
  'refund-only': 409,
  'corrected-already': 409,
  'payment-known': 409,
  'legal-hold': 409,
  'reason-needed': 422,
  'words-bad': 422,
  'words-lead-out': 422,
  'words-account': 422,
  'words-messenger': 422,
  'words-pay': 422,
  'words-bet': 422,
  'thread-limit': 409,
  'thread-full': 409,
  'pdf-bad': 422,
  'pdf-active': 422,
  'question-open': 409,
  'question-limit': 409,
  'complaint-limit': 409,
  'code-wrong': 401,
  'passkey-refused': 401,
  'passkey-limit': 409,
  'last-factor': 409,
  'step-up-needed': 403,
  'password-change-needed': 403,
  'first-password-over': 403,
  assigned: 409,
  'own-edit': 409,
  'date-bad': 422,
  'picture-bad': 422,
  'picture-too-many-pixels': 422,
  'not-for-sale': 409,
  'price-changed': 409,
  'bought-already': 409,
  'films-off': 409,
  'no-grant': 403,
  'film-not-ready': 409,
  'film-busy': 409,
  'wrong-offset': 409,
  'too-many-bytes': 413,
  'bad-captions': 422,
  'words-sexual': 422,
  'host-gone': 410,
  'host-link-bad': 403,
  'host-day-off': 409,
  'favourite-limit': 409,
  'report-open': 409,
  'report-limit': 429,
  'picture-limit': 409,
  'city-limit': 409,
  'not-found': 404,
  'method-not-allowed': 405,
  'forbidden-origin': 403,
  'origin-unknown': 503,
  'invalid-body': 400,
  'body-too-large': 413,
  busy: 503,
  internal: 500,
};

/** All refusal codes, for the API document. `x-status` has the HTTP status of each. */
const CodeAnswer = z.enum(REFUSAL_CODES);
z.globalRegistry.add(CodeAnswer, {
  id: 'RefusalCode',
  description: 'Why a call is refused. Later versions of the server may add codes: treat unknown ones by their status',
  'x-status': STATUS,
});

/** RFC 9457 problem document. Apps show `code` in the reader's language; `detail` is for people at a terminal. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: CodeAnswer,
  detail: z.string().optional(),
  /** The request id, as in `x-request-id`. The operator finds it in the log. */
  instance: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  fields: z.record(z.string(), z.string()).optional(),
});
z.globalRegistry.add(Problem, { id: 'Problem' });

/** Turns any thrown value into a refusal. An unknown error becomes `internal`; only that is logged as an error. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return refusalOfValidation(error.validation);
  if (isUnreadable(error)) return new Refusal('invalid-body');
  if (isRetryable(error) || sqlState(error) === '57014' || isDatabaseUnavailable(error)) return new Refusal('busy');
  const code = (error as FastifyError | undefined)?.code;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('body-too-large');
  const status = (error as FastifyError | undefined)?.statusCode;
  if (status === 429) return new Refusal('throttled', { retryAfterSeconds: 60 });
  if (status !== undefined && status >= 400 && status < 500) return new Refusal('invalid-body');
  return new Refusal('internal');
}

/** SQLSTATEs of a value that PostgreSQL cannot read: NUL, half a character, an invalid id, an impossible date. */
const UNREADABLE = ['22021', '22P05', '22P02', '22008'];

/**
 * Safety net for what a schema should have refused. It is answered as the caller's fault and logged for the operator.
 */
function isUnreadable(error: unknown): boolean {
  return UNREADABLE.includes(sqlState(error) ?? '');
}

function refusalOfValidation(issues: readonly { instancePath: string; message?: string | undefined }[]): Refusal {
  const fields: Record<string, RefusalCode> = {};
  for (const issue of issues) {
    const name = issue.instancePath.split('/').filter(Boolean).join('.');
    if (name !== '') fields[name] = 'fill-in';
  }
  return new Refusal('invalid-body', {}, Object.keys(fields).length > 0 ? fields : undefined);
}

/** Default `retry-after` in seconds, by status, for refusals that state none. */
const RETRY_SECONDS: Readonly<Record<number, number>> = { 429: 60, 503: 5 };

export function statusOf(code: RefusalCode): number {
  return STATUS[code];
}

export function sendProblem(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const status = STATUS[refusal.code];
  const retrySeconds = RETRY_SECONDS[status];
  if (retrySeconds !== undefined) reply.header('retry-after', String(refusal.params.retryAfterSeconds ?? retrySeconds));
  return reply
    .code(status)
    .type('application/problem+json')
    .serializer(JSON.stringify as (payload: unknown) => string)
    .send({
      type: `urn:tercet:problem:${refusal.code}`,
      title: refusal.code,
      status,
      code: refusal.code,
      instance: requestUrn(reply.request.id),
      params: refusal.params,
      ...(refusal.fields ? { fields: refusal.fields } : {}),
    });
}

/** Installs the error handler. `onRefused` is called with each refusal and its request. */
export function installErrorHandling(
  app: FastifyInstance,
  onRefused: (request: FastifyRequest, refusal: Refusal) => void = () => {},
): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error);
    if (refusal.code === 'internal' || isUnreadable(error)) request.log.error({ err: error }, 'unexpected error');
    // A wait for a lock or a connection timed out. The caller retries, and the operator may want the cause.
    else if (refusal.code === 'busy' && refusal !== error) request.log.warn({ err: error }, 'busy');
    onRefused(request, refusal);
    return sendProblem(reply, refusal);
  });
}
