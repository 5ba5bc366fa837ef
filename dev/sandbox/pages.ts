import { type Answer, htmlPage, json, type Request } from './answer.ts';
import { cardFieldPage } from './card-field-page.ts';
import { faultOf, makeToken, openFieldOf } from './cards.ts';
import { checkoutPage, frontPage, messagePage, typedAmount } from './checkout-page.ts';
import { identityAnswer } from './identity-page.ts';
import { afterExpiry } from './money-in.ts';
import { No } from './no.ts';
import type { Sandbox } from './parts.ts';
import type { CardField, Checkout } from './state.ts';

const CHECKOUT = /^\/checkout\/([0-9a-f]{32})$/;
const IDENTITY = /^\/identity\/([0-9a-f]{32})$/;
const CARD_FIELD = /^\/card-field\/([0-9a-f]{32})$/;

export function isPage(path: string): boolean {
  return path === '/' || CHECKOUT.test(path) || IDENTITY.test(path) || CARD_FIELD.test(path);
}

/** The pages for people. They need no sign-in because their addresses cannot be guessed. */
export function pageAnswer(sandbox: Sandbox, request: Request): Answer {
  const { path, method } = request;
  if (method !== 'GET' && method !== 'POST') throw new No(405, 'GET and POST only');
  const [, checkoutId] = CHECKOUT.exec(path) ?? [];
  if (checkoutId !== undefined) return checkoutAnswer(sandbox, checkoutId, request);
  const [, checkId] = IDENTITY.exec(path) ?? [];
  if (checkId !== undefined) return checkAnswer(sandbox, checkId, request);
  const [, fieldId] = CARD_FIELD.exec(path) ?? [];
  if (fieldId !== undefined) return fieldAnswer(sandbox, fieldId, request);
  return htmlPage(200, frontPage());
}

function checkAnswer({ identity, state, tick }: Sandbox, id: string, request: Request): Answer {
  tick();
  const session = state.get('identity', id);
  if (!session) return htmlPage(404, messagePage('No such check', 'The address is not complete.'));
  return identityAnswer(identity, session, request, state.nowMs());
}

function checkoutAnswer(sandbox: Sandbox, id: string, { method, body }: Request): Answer {
  const checkout = findCheckout(sandbox, id);
  if (!checkout) return htmlPage(404, messagePage('No such payment', 'The address is not complete.'));
  // Browsers apply form-action to a form's redirects, too.
  const policy = { 'form-action': `'self' ${new URL(checkout.returnUrl).origin}` };
  if (method === 'GET') return htmlPage(200, checkoutPage(checkout), policy);
  const form = new URLSearchParams(body);
  if (!actOn(sandbox, checkout, form)) {
    const page = messagePage('Not an amount', 'Go back and type an amount such as 12.50.');
    return htmlPage(422, page, policy);
  }
  return { status: 303, headers: { location: checkout.returnUrl }, body: '' };
}

function findCheckout({ money, tick }: Sandbox, id: string): Checkout | null {
  tick();
  try {
    return money.in.byId(id);
  } catch {
    return null;
  }
}

/** False for an invalid typed amount. */
function actOn({ money, state }: Sandbox, checkout: Checkout, form: URLSearchParams): boolean {
  const { amountMinor, currency, exponent } = checkout;
  const requested = { amountMinor, currency };
  switch (form.get('act')) {
    case 'approve':
      money.in.approve(checkout, requested);
      return true;
    case 'decline':
      money.in.decline(checkout);
      return true;
    case 'later': {
      const seconds = Number(form.get('when')) || 10;
      const isAfterExpiry = form.get('when') === 'after-expiry';
      money.in.payLater(checkout, requested, isAfterExpiry ? afterExpiry(checkout) : state.nowMs() + seconds * 1_000);
      return true;
    }
    case 'other': {
      const typed = typedAmount(form.get('amount') ?? '', exponent);
      const other = form.get('currency') ?? '';
      if (typed === null || !/^[A-Z]{3,12}$/.test(other)) return false;
      money.in.approve(checkout, { amountMinor: typed, currency: other });
      return true;
    }
    default:
      return true;
  }
}

function fieldAnswer(sandbox: Sandbox, id: string, request: Request): Answer {
  const field = findField(sandbox, id);
  if (field === null) {
    const text = 'This form is no longer open. Go back and start again.';
    return request.method === 'GET' ? htmlPage(404, messagePage('Closed', text)) : json(404, { message: text });
  }
  if (request.method === 'GET') {
    const policy = {
      'script-src': "'self'",
      'connect-src': "'self'",
      'form-action': "'none'",
      'frame-ancestors': field.parentOrigin,
    };
    return htmlPage(200, cardFieldPage(field, request.query.get('theme')), policy);
  }
  if (request.headers['content-type'] !== 'application/json') throw new No(415, 'JSON only');
  const typed = typedIn(request.body);
  const fault = faultOf(typed, sandbox.state.nowMs());
  // Status 200: for an error status the browser would log an error on the surrounding page.
  if (fault) return json(200, { fault });
  const { token, brand, last4 } = makeToken(sandbox.state, field, typed);
  return json(200, { token, brand, last4 });
}

function findField({ state }: Sandbox, id: string): CardField | null {
  try {
    return openFieldOf(state, id);
  } catch {
    return null;
  }
}

function typedIn(body: string): { number: string; expiry: string } {
  const { number, expiry } = JSON.parse(body) as Record<string, unknown>;
  return { number: String(number ?? ''), expiry: String(expiry ?? '') };
}
