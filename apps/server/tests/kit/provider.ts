import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { sandboxProvider } from '../../src/adapters/payment/sandbox.ts';
import { signWebhook, WEBHOOK_SIGNATURE_HEADER } from '../../src/adapters/payment/sandbox-signature.ts';
import type { CardFunding } from '../../src/payments/provider/payer.ts';
import type {
  CardToken,
  CheckoutAsk,
  Funds,
  PaymentProvider,
  PayoutAsk,
  ProviderEvent,
  RefundAsk,
} from '../../src/payments/provider/provider.ts';

/** A webhook request. */
export interface Delivery {
  body: Buffer;
  headers: Record<string, string>;
}

/**
 * A payment provider under the test's control, which records its calls. Its messages have the sandbox's format, signed
 * with a secret of its own.
 */
export interface FakeProvider extends PaymentProvider {
  /** Requests by the club's reference. `asked` counts all calls, including repeated ones. */
  checkouts: Map<string, CheckoutAsk>;
  refunds: Map<string, RefundAsk>;
  payouts: Map<string, PayoutAsk>;
  asked: { checkouts: number; refunds: number; payouts: number; lookUps: number; funds: number };
  /** Answers to `lookUp`, by reference. */
  known: Map<string, ProviderEvent[]>;
  tokens: Map<string, CardToken>;
  /** The reported funds. */
  holds: Funds;
  /** If set, called before each act; its error becomes the act's. */
  fault: ((act: Act, reference: string) => void | Promise<void>) | null;
  /** Signs a message like the provider; `atMs` is its time by the club's clock. */
  deliver(events: readonly ProviderEvent[], atMs: number, options?: { secret?: string }): Delivery;
}

export type Act = 'checkout' | 'refund' | 'payout' | 'lookUp' | 'cardField' | 'token' | 'funds';

const SECRET = 'a secret of the provider and the club';
const URL_BASE = 'http://127.0.0.1:9';

export function fakeProvider(name = 'sandbox'): FakeProvider {
  const { readWebhook, spellPayment } = sandboxProvider({ url: URL_BASE, secret: SECRET });
  async function meet(act: Act, reference: string): Promise<void> {
    await provider.fault?.(act, reference);
  }
  const provider: FakeProvider = {
    name,
    isReal: false,
    cardOrigin: URL_BASE,
    limits: { min: 1n, max: 1_000_000_000n },
    checkouts: new Map(),
    refunds: new Map(),
    payouts: new Map(),
    asked: { checkouts: 0, refunds: 0, payouts: 0, lookUps: 0, funds: 0 },
    known: new Map(),
    tokens: new Map(),
    holds: { amount: 0n, atMs: 0 },
    fault: null,
    readWebhook,
    spellPayment,
    async createCheckout(ask) {
      provider.asked.checkouts += 1;
      await meet('checkout', ask.reference);
      if (!provider.checkouts.has(ask.reference)) provider.checkouts.set(ask.reference, ask);
      return { checkoutRef: `checkout-${ask.reference}`, url: `${URL_BASE}/checkout/${ask.reference}` };
    },
    async lookUp(_what, reference) {
      provider.asked.lookUps += 1;
      await meet('lookUp', reference);
      return provider.known.get(reference) ?? [];
    },
    async refund(ask) {
      provider.asked.refunds += 1;
      await meet('refund', ask.reference);
      if (!provider.refunds.has(ask.reference)) provider.refunds.set(ask.reference, ask);
    },
    async payout(ask) {
      provider.asked.payouts += 1;
      await meet('payout', ask.reference);
      if (!provider.payouts.has(ask.reference)) provider.payouts.set(ask.reference, ask);
      return { providerRef: `payout-${ask.reference}` };
    },
    async openCardField({ reference }) {
      await meet('cardField', reference);
      return { url: `${URL_BASE}/card-field/${reference}` };
    },
    async readToken(token, reference) {
      await meet('token', reference);
      return provider.tokens.get(token) ?? null;
    },
    async funds({ currency }) {
      provider.asked.funds += 1;
      await meet('funds', currency);
      return provider.holds;
    },
    deliver(events, atMs, options = {}) {
      const body = Buffer.from(JSON.stringify({ events }, (_, value) => textOf(value)));
      const signature = signWebhook(options.secret ?? SECRET, body, atMs);
      return { body, headers: { 'content-type': 'application/json', [WEBHOOK_SIGNATURE_HEADER]: signature } };
    },
  };
  return provider;
}

/** Stores an event as an adapter returns it from a signed message, for the jobs to process. */
export async function keepSigned(owner: pg.Pool, event: object & { eventId: string }): Promise<void> {
  await owner.query(
    `with message as (
       insert into payments.provider_message (id, provider, encrypted, key_id, handled_at, outcome)
       values ($1, 'sandbox', '', '', clock.now(), 'verified') returning id)
     insert into payments.provider_event (provider, event_id, received_at, body, next_at, message_id)
     select 'sandbox', $2, clock.now(), $3, clock.now(), id from message`,
    [randomUUID(), event.eventId, JSON.stringify(event, (_, value) => textOf(value))],
  );
}

function textOf(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** A payment for a top-up; a separate payment by default. */
export function paidIn(
  reference: string,
  amount: bigint,
  more: { eventId?: string; providerRef?: string; currency?: string; payer?: string; funding?: CardFunding } = {},
): ProviderEvent {
  const { eventId = randomUUID(), providerRef = randomUUID(), currency = 'PLAY', ...by } = more;
  return { kind: 'paid-in', eventId, reference, providerRef, amount, currency, ...by };
}

/** Other news about a top-up or a payment. */
export function saying(
  kind: 'pending' | 'declined' | 'expired' | 'refunded' | 'capture-failed' | 'charged-back' | 'refund-failed',
  reference: string,
  eventId: string = randomUUID(),
): ProviderEvent {
  return { kind, eventId, reference };
}
