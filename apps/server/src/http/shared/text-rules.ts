import type { FastifyRequest } from 'fastify';
import { hasCardNumber } from '../../moderation/card-numbers.ts';
import { firstTextFault, type TextRule } from '../../moderation/check-texts.ts';
import { isMalformedText } from '../../moderation/malformed-text.ts';
import { leadsMoneyOut } from '../../moderation/money-words.ts';
import { judgeStaffWords } from '../../moderation/staff-words.ts';
import { readIban } from '../../payments/payees/payee-details.ts';
import { atOnce, inSlices } from '../../process/time-slicing.ts';
import type { Refusal, RefusalCode } from '../../refusal.ts';
import type { Http } from '../http.ts';

/**
 * Sign-in routes are exempt. Their fields are only compared, and a wrong one gets the same answer as a wrong password.
 */
const SIGN_IN = new Set(['/api/session', '/api/console/session']);
/** Fields that hold a link on purpose; the domain validates them. */
const LINKS = new Set(['url', 'link']);
/** One of our ids or a hash. These can match the pattern of an IBAN by chance. */
const IDENTIFIER = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64})$/i;
/** A body up to this size is checked synchronously. */
const SHORT_BYTES_MAX = 4_096;
const CARD_LENGTH_MIN = 13;
/** An IBAN has at most 34 characters, typed with as many spaces. */
const IBAN_TYPED_MAX = 80;

/**
 * Installs the rules for texts in calls on every route. They run after authentication, the body limit and schema
 * validation, and before the handler. A part of a call without a schema is not read, so these rules skip it.
 *
 * On every route: a character that no keyboard types is `invalid-body`, a card number is `card-bad`, an IBAN in a
 * field for something else is `invalid-body`. On routes with `readByMembers`: words that name an account or lead out
 * of the app are `words-lead-out`. On routes with `judgedWords`: the rules for texts by staff apply.
 *
 * A long body has just been parsed in this turn of the event loop, so its rules begin in the next one.
 */
export function installTextRules(http: Http): void {
  http.addHook('preHandler', (request, _, next) => {
    if (isShort(request)) next(atOnce(faultOf(request)) ?? undefined);
    else setImmediate(() => inSlices(faultOf(request)).then((fault) => next(fault ?? undefined), next));
  });
}

/** Most calls are short and need no asynchronous check. */
function isShort({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (routeOptions.config.judgedWords) return false;
  return method === 'GET' || method === 'HEAD' || Number(headers['content-length'] ?? Infinity) <= SHORT_BYTES_MAX;
}

/** The body that the route's schema describes; undefined if the route has no body schema. */
function bodyOf({ body, routeOptions }: FastifyRequest): unknown {
  return routeOptions.schema?.body === undefined ? undefined : body;
}

function* faultOf(request: FastifyRequest): Generator<void, Refusal | null> {
  const { url = '', schema, config } = request.routeOptions;
  const body = bodyOf(request);
  if (!SIGN_IN.has(url)) {
    const odd = (text: string, name: string): RefusalCode | null =>
      !name.endsWith('assword') && isMalformedText(text) ? 'invalid-body' : null;
    const parts = [body, schema?.querystring && request.query, schema?.params && request.params];
    for (const part of parts) {
      const fault = yield* firstTextFault(part, odd);
      if (fault) return fault;
    }
  }
  const rules = [accountNumber, config.readByMembers && leadingOut, config.judgedWords && judged];
  for (const rule of rules) {
    const fault = rule ? yield* firstTextFault(body, rule) : null;
    if (fault) return fault;
  }
  return null;
}

/**
 * Detects a card number or an IBAN. Card numbers belong in the payment provider's own field and are never stored here.
 */
function accountNumber(text: string, name: string): RefusalCode | null {
  if (text.length < CARD_LENGTH_MIN || isAmount(text, name)) return null;
  if (hasCardNumber(text)) return 'card-bad';
  return name !== 'iban' && text.length <= IBAN_TYPED_MAX && readIban(text) !== null ? 'invalid-body' : null;
}

/**
 * Detects words that lead money out of the app. Staff never ask a member to pay anywhere but on the wallet's screens.
 */
function leadingOut(text: string, name: string): RefusalCode | null {
  const isWords = !LINKS.has(name) && !isAmount(text, name) && !IDENTIFIER.test(text);
  return isWords && leadsMoneyOut(text) ? 'words-lead-out' : null;
}

function judged(text: string, name: string): ReturnType<TextRule> {
  return LINKS.has(name) || isAmount(text, name) || IDENTIFIER.test(text) ? null : judgeStaffWords(text);
}

/** Amounts are numbers with limits of their own. */
function isAmount(text: string, name: string): boolean {
  return name.endsWith('Minor') && /^\d+$/.test(text);
}
