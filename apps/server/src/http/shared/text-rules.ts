import type { FastifyRequest } from 'fastify';
import { hasCardNumber } from '../../moderation/card-numbers.ts';
import { faultIn, slowFaultIn } from '../../moderation/faults-in.ts';
import { leadsMoneyOut } from '../../moderation/money-words.ts';
import { isOddText } from '../../moderation/odd-texts.ts';
import { faultOfStaffWords } from '../../moderation/staff-words.ts';
import { readIban } from '../../payments/payee-details.ts';
import { atOnce, inSlices } from '../../process/in-slices.ts';
import type { Refusal, RefusalCode } from '../../refusal.ts';
import type { Http } from '../http.ts';

/** Both fields are only compared, and a wrong one is told nothing else than a wrong password. */
const SIGN_IN = new Set(['/api/session', '/api/console/session']);
/** Fields that lead somewhere on purpose, and are looked at where they are kept. */
const LINKS = new Set(['url', 'link']);
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** An id of ours, or a hash: by chance one holds what is an IBAN, too. */
const IDENTIFIER = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64})$/i;
/** Of a body that is looked at in one go. */
const SHORT_BYTES_MAX = 4_096;
const CARD_LENGTH_MIN = 13;
/** An IBAN has 34 characters at most, and as many spaces. */
const IBAN_TYPED_MAX = 80;

/**
 * The rules for texts of a form, for every route: they are applied once it is known who calls, how long the body is and
 * that it fits its schema, and before the handler. A part of a call that has no schema is read by nobody, these rules
 * included.
 *
 * Everywhere: a text that no keyboard makes (`invalid-body`), a card's number (`card-bad`), an IBAN in a field that is
 * not for one (`invalid-body`). On routes `readByMembers`: words that name an account or lead out of the app
 * (`words-lead-out`). On routes `judgedWords`: the rules for words of staff.
 */
export function installTextRules(http: Http): void {
  http.addHook('preHandler', (request, _, next) => {
    if (isShort(request)) next(atOnce(faultOf(request)) ?? undefined);
    else slowFault(request).then((fault) => next(fault ?? undefined), next);
  });
}

/** Most are: nobody has to wait for them. */
function isShort({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (routeOptions.config.judgedWords) return false;
  return method === 'GET' || method === 'HEAD' || Number(headers['content-length'] ?? Infinity) <= SHORT_BYTES_MAX;
}

async function slowFault(request: FastifyRequest): Promise<Refusal | null> {
  const fault = await inSlices(faultOf(request));
  if (fault || !request.routeOptions.config.judgedWords) return fault;
  return slowFaultIn(bodyOf(request), judged);
}

/** What the schema of the route describes; undefined where it describes none. */
function bodyOf({ body, routeOptions }: FastifyRequest): unknown {
  return routeOptions.schema?.body === undefined ? undefined : body;
}

function* faultOf(request: FastifyRequest): Generator<void, Refusal | null> {
  const { url = '', schema, config } = request.routeOptions;
  const body = bodyOf(request);
  if (!SIGN_IN.has(url)) {
    const odd = (text: string, name: string): RefusalCode | null =>
      !name.endsWith('assword') && isOddText(text) ? 'invalid-body' : null;
    const parts = [body, schema?.querystring && request.query, schema?.params && request.params];
    for (const part of parts) {
      const fault = yield* faultIn(part, odd);
      if (fault) return fault;
    }
  }
  const fault = yield* faultIn(body, accountNumber);
  return fault || !config.readByMembers ? fault : yield* faultIn(body, leadingOut);
}

/** A card's number is typed into the payment provider's own field: one that comes here is kept nowhere. */
function accountNumber(text: string, name: string): RefusalCode | null {
  // Amounts are kept as numbers and have bounds of their own.
  if (text.length < CARD_LENGTH_MIN || name.endsWith('Minor')) return null;
  if (hasCardNumber(text)) return 'card-bad';
  return name !== 'iban' && text.length <= IBAN_TYPED_MAX && readIban(text) !== null ? 'invalid-body' : null;
}

/** What members read from staff never asks them to pay anywhere: money goes by the wallet's own screens alone. */
function leadingOut(text: string, name: string): RefusalCode | null {
  return !LINKS.has(name) && !IDENTIFIER.test(text) && leadsMoneyOut(text) ? 'words-lead-out' : null;
}

async function judged(text: string, name: string): Promise<RefusalCode | null> {
  return LINKS.has(name) || UUID.test(text) ? null : faultOfStaffWords(text);
}
