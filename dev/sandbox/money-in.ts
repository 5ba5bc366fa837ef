import { randomUUID } from 'node:crypto';
import { No } from './no.ts';
import type { Checkout, Payment, State } from './state.ts';
import type { Queue } from './webhooks.ts';

export type CheckoutAsk = Pick<
  Checkout,
  'reference' | 'amountMinor' | 'currency' | 'exponent' | 'returnUrl' | 'expiresAtMs' | 'locale'
>;

export interface Paid {
  amountMinor: string;
  currency: string;
}

export interface RefundAsk extends Paid {
  reference: string;
  providerRef: string;
}

export interface MoneyIn {
  open(ask: CheckoutAsk): Checkout;
  byId(id: string): Checkout;
  byReference(reference: string): Checkout;
  /** Buttons of an open payment page. Each sends an event; no effect after the page has ended. */
  approve(checkout: Checkout, paid: Paid): void;
  decline(checkout: Checkout): void;
  payLater(checkout: Checkout, paid: Paid, atMs: number): void;
  /** A payment in any state of the checkout: a second one, or a late one. */
  pay(checkout: Checkout, paid: Paid): Payment;
  refund(ask: RefundAsk): void;
  /** The club's refund ids of a checkout's payments. */
  refundsOf(reference: string): string[];
  /** Money received and not refunded, in one currency. */
  held(currency: string): bigint;
  /** Runs what is due: expires pages and delivers late money. */
  tick(): void;
}

const LATE_AFTER_EXPIRY_MS = 5_000;

/** When late money arrives: after the page's end. */
export function afterExpiry({ expiresAtMs }: Checkout): number {
  return expiresAtMs + LATE_AFTER_EXPIRY_MS;
}

export function moneyIn(state: State, queue: Queue): MoneyIn {
  const waiting = new Set(
    state
      .all('checkout')
      .filter(isWaiting)
      .map(({ id }) => id),
  );

  function save(checkout: Checkout): void {
    state.put('checkout', checkout.id, checkout);
    if (isWaiting(checkout)) waiting.add(checkout.id);
    else waiting.delete(checkout.id);
  }

  function byId(id: string): Checkout {
    const checkout = state.get('checkout', id);
    if (!checkout) throw new No(404, 'There is no such payment.');
    return checkout;
  }

  function pay(checkout: Checkout, { amountMinor, currency }: Paid): Payment {
    const providerRef = `pay_${randomUUID()}`;
    const { reference } = checkout;
    const payment: Payment = { providerRef, reference, amountMinor, currency, refundedAs: null };
    state.put('payment', providerRef, payment);
    save({ ...checkout, state: 'paid', late: null });
    queue.add({ kind: 'paid-in', reference, providerRef, amount: amountMinor, currency });
    return payment;
  }

  function tick(): void {
    const nowMs = state.nowMs();
    for (const id of waiting) {
      const checkout = byId(id);
      const { late } = checkout;
      if (late && late.atMs <= nowMs) pay(checkout, late);
      else if (checkout.state !== 'expired' && checkout.expiresAtMs <= nowMs) {
        save({ ...checkout, state: 'expired' });
        queue.add({ kind: 'expired', reference: checkout.reference });
      }
    }
  }

  return {
    open(ask) {
      const id = state.idOf('checkout', ask.reference);
      const known = state.get('checkout', id);
      if (known && (known.amountMinor !== ask.amountMinor || known.currency !== ask.currency))
        throw new No(409, 'this reference stands for another amount');
      if (known) return known;
      const checkout: Checkout = { ...ask, id, state: 'open', late: null };
      save(checkout);
      return checkout;
    },
    byId,
    byReference: (reference) => byId(state.idOf('checkout', reference)),
    approve(checkout, paid) {
      if (checkout.state === 'open') pay(checkout, paid);
    },
    decline(checkout) {
      if (checkout.state !== 'open') return;
      save({ ...checkout, state: 'declined' });
      queue.add({ kind: 'declined', reference: checkout.reference });
    },
    payLater(checkout, paid, atMs) {
      if (checkout.state !== 'open') return;
      save({ ...checkout, state: 'pending', late: { ...paid, atMs } });
      queue.add({ kind: 'pending', reference: checkout.reference });
    },
    pay,
    refund({ reference, providerRef, amountMinor, currency }) {
      const payment = state.get('payment', providerRef);
      if (!payment) throw new No(404, 'no such payment');
      if (payment.amountMinor !== amountMinor || payment.currency !== currency)
        throw new No(422, 'a payment is given back whole');
      if (payment.refundedAs === reference) return;
      if (payment.refundedAs !== null) throw new No(409, 'it was given back already');
      state.put('payment', providerRef, { ...payment, refundedAs: reference });
      queue.add({ kind: 'refunded', reference });
    },
    refundsOf: (reference) =>
      state
        .all('payment')
        .flatMap((payment) => (payment.reference === reference && payment.refundedAs ? [payment.refundedAs] : [])),
    held: (currency) =>
      state
        .all('payment')
        .filter((payment) => payment.currency === currency && payment.refundedAs === null)
        .reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n),
    tick,
  };
}

function isWaiting({ state, late }: Checkout): boolean {
  return state === 'open' || state === 'pending' || (state === 'expired' && late !== null);
}
