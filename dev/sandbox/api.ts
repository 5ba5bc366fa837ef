import { z } from 'zod';
import { openField, readToken } from './cards.ts';
import type { Sandbox } from './parts.ts';

/** The API that the club's server calls. Each call is signed. */
const Reference = z.string().regex(/^[\w-]{1,100}$/);
export const Minor = z.string().regex(/^[1-9][0-9]{0,17}$/);
export const Currency = z.string().regex(/^[A-Z]{3,12}$/);
const Exponent = z.number().int().min(0).max(4);
const Locale = z.string().max(35);
/** A web page without credentials in its URL, as the target of a redirect. */
const PageUrl = z
  .url({ protocol: /^https?$/ })
  .regex(/^[\x21-\x7e]{1,2000}$/)
  .refine((url) => URL.parse(url)?.username === '');
const Origin = z.url({ protocol: /^https?$/ }).refine((url) => URL.parse(url)?.origin === url);
const To = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('card'), token: z.string().max(100) }),
  z.object({ kind: z.literal('iban'), iban: z.string().regex(/^[A-Z]{2}[0-9]{2}[A-Z0-9 ]{8,38}$/) }),
]);

const Money = z.object({ reference: Reference, amountMinor: Minor, currency: Currency });
const CheckoutAsk = Money.extend({
  exponent: Exponent,
  returnUrl: PageUrl,
  expiresAtMs: z.number().int().positive(),
  locale: Locale,
});
const RefundAsk = Money.extend({ providerRef: Reference });
const PayoutAsk = Money.extend({ to: To });
const EventsAsk = z.object({ reference: Reference });
const IdentityAsk = z.object({ reference: Reference, returnUrl: PageUrl, expiresAtMs: z.number().int().positive() });
const FieldAsk = z.object({ reference: Reference, parentOrigin: Origin, locale: Locale });
const FundsAsk = z.object({ currency: Currency });
const TokenAsk = z.object({ token: z.string().max(100), reference: Reference });

type Call = (sandbox: Sandbox, body: unknown) => unknown;

/** Calls by path. Each throws a `ZodError` for an invalid body and a `No` for a refusal. */
export const API: Readonly<Record<string, Call>> = {
  '/api/checkouts'({ money, url }, body) {
    const { id, state, expiresAtMs } = money.in.open(CheckoutAsk.parse(body));
    return { id, url: `${url()}/checkout/${id}`, state, expiresAtMs };
  },
  '/api/events'({ queue, money }, body) {
    const { reference } = EventsAsk.parse(body);
    const refunds = money.in.refundsOf(reference);
    return { events: [reference, ...refunds].flatMap((one) => queue.of(one)) };
  },
  '/api/refunds'({ money }, body) {
    money.in.refund(RefundAsk.parse(body));
    return {};
  },
  '/api/payouts'({ money }, body) {
    const { providerRef, state } = money.out.accept(PayoutAsk.parse(body));
    return { providerRef, state };
  },
  '/api/funds'({ money, state }, body) {
    const { currency } = FundsAsk.parse(body);
    return { amountMinor: String(money.in.held(currency) - money.out.gone(currency)), atMs: state.nowMs() };
  },
  '/api/identity-checks'({ identity, url }, body) {
    const { id } = identity.open(IdentityAsk.parse(body));
    return { id, url: `${url()}/identity/${id}` };
  },
  '/api/card-fields'({ state, url }, body) {
    const { id } = openField(state, FieldAsk.parse(body));
    return { id, url: `${url()}/card-field/${id}` };
  },
  '/api/tokens'({ state }, body) {
    const { brand, last4, fingerprint } = readToken(state, TokenAsk.parse(body));
    return { brand, last4, fingerprint };
  },
};
