import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '../../src/durations.ts';
import { type PaymentProvider, type ProviderEvent, ProviderFailure } from '../../src/payments/provider/provider.ts';
import type { Delivery, FakeProvider } from '../kit/provider.ts';
import { fakeProvider, paidIn, saying } from '../kit/provider.ts';
import type { Random } from '../kit/random.ts';
import type { Agenda } from './time.ts';

/** A provider with realistic faults: people pay late, twice, or another amount; banks refuse; messages are lost. */
export interface SimProvider {
  payments: PaymentProvider;
  /** Received payments by top-up: number of payments with the right amount, and of others. */
  paid: Map<string, { fitting: number; other: number; amount: bigint }>;
  /** Payouts by withdrawal, and what became of them. */
  sent: Map<string, { amount: bigint; times: number; state: 'sent' | 'failed' | 'paid-out' | 'returned' }>;
  /** Refunds by the provider's reference of the payment. */
  refunded: Map<string, bigint>;
  /** From now on it always answers, and retries messages until they are accepted. */
  calm(): void;
}

interface Deps {
  random: Random;
  agenda: Agenda;
  /** Delivers a message to a server; true if it was accepted. */
  deliver(message: Delivery): Promise<boolean>;
}

const DELIVERIES_MAX = 6;
const CURRENCY = 'PLAY';
/** By then the club has polled the payment, long after the page expired, and no refund was made. */
const FORGOTTEN_MS = 3 * 3_600_000;

export function openProvider({ random, agenda, deliver }: Deps): SimProvider {
  const fake: FakeProvider = fakeProvider();
  const paid: SimProvider['paid'] = new Map();
  const sent: SimProvider['sent'] = new Map();
  const refunded: SimProvider['refunded'] = new Map();
  const requested = new Set<string>();
  const failedOnce = new Set<string>();
  let isCalm = false;
  const happens = (probability: number): boolean => !isCalm && random.chance(probability);

  /** Visible to polls at once; the webhook follows a little later. */
  function say(event: ProviderEvent): void {
    fake.known.set(event.reference, [...(fake.known.get(event.reference) ?? []), event]);
    tell(event, 1);
  }

  /** Visible to polls at once; the webhook follows only when old messages are resent. */
  function sendLater(event: ProviderEvent): void {
    fake.known.set(event.reference, [...(fake.known.get(event.reference) ?? []), event]);
    agenda.in(FORGOTTEN_MS, async () => tell(event, 1));
  }

  function tell(event: ProviderEvent, turn: number): void {
    agenda.in((turn * turn + random.next() * 4) * SECOND_MS, async () => {
      const message = fake.deliver([event], agenda.nowMs());
      if (happens(0.05)) await deliver(message);
      const taken = !happens(0.2) && (await deliver(message));
      // Then the provider stops, and the club must poll.
      if (!taken && turn < DELIVERIES_MAX) tell(event, turn + 1);
    });
  }

  function fitting(reference: string, amount: bigint): void {
    const before = paid.get(reference) ?? { fitting: 0, other: 0, amount };
    paid.set(reference, { ...before, fitting: before.fitting + 1 });
    const event = paidIn(reference, amount);
    if (random.chance(0.1)) sendLater(event);
    else say(event);
  }

  function other(reference: string, amount: bigint): void {
    const before = paid.get(reference) ?? { fitting: 0, other: 0, amount };
    paid.set(reference, { ...before, other: before.other + 1 });
    say(paidIn(reference, amount - 1n));
  }

  function atCheckout(reference: string, amount: bigint): void {
    const chance = random.next();
    const soon = (): number => random.next() * 25 * SECOND_MS;
    if (chance < 0.7) agenda.in(soon(), async () => fitting(reference, amount));
    else if (chance < 0.8) agenda.in(soon(), async () => say(saying('declined', reference)));
    else if (chance < 0.85) agenda.in(soon(), async () => say(saying('pending', reference)));
    if (chance > 0.6 && chance < 0.7) agenda.in(soon(), async () => fitting(reference, amount));
    if (chance > 0.95) agenda.in(soon(), async () => other(reference, amount));
  }

  function atPayout(reference: string, amount: bigint): void {
    const ref = { reference, providerRef: `payout-${reference}` };
    const entry = { amount, times: 1, state: 'sent' as 'sent' | 'failed' | 'paid-out' | 'returned' };
    sent.set(reference, entry);
    agenda.in((1 + random.next() * 20) * SECOND_MS, async () => {
      entry.state = random.chance(0.15) ? 'failed' : 'paid-out';
      const eventId = randomUUID();
      if (entry.state === 'failed') say({ eventId, kind: 'failed', ...ref });
      else say({ eventId, kind: 'paid-out', ...ref, amount, currency: CURRENCY });
      if (entry.state !== 'paid-out' || !random.chance(0.1)) return;
      agenda.in((5 + random.next() * 20) * SECOND_MS, async () => {
        entry.state = 'returned';
        say({ eventId: randomUUID(), kind: 'returned', ...ref });
      });
    });
  }

  /** Refunds each reference once. A first refund sometimes bounces. */
  function atRefund(reference: string, providerRef: string, amount: bigint): void {
    if (requested.has(reference)) return;
    requested.add(reference);
    refunded.set(providerRef, amount);
    say(saying('refunded', reference));
    if (failedOnce.has(providerRef) || !random.chance(0.3)) return;
    failedOnce.add(providerRef);
    agenda.in(random.next() * 20 * SECOND_MS, async () => {
      refunded.delete(providerRef);
      say(saying('refund-failed', reference));
    });
  }

  /** Runs an act; the connection may fail before it, or lose the answer. */
  async function overTheLine<T>(act: () => Promise<T>): Promise<T> {
    if (happens(0.1)) throw new ProviderFailure('nobody answers');
    const value = await act();
    if (happens(0.1)) throw new ProviderFailure('the answer is lost');
    return value;
  }

  const payments: PaymentProvider = {
    ...fake,
    createCheckout: (ask) =>
      overTheLine(async () => {
        const isNew = !fake.checkouts.has(ask.reference);
        const checkout = await fake.createCheckout(ask);
        if (isNew) atCheckout(ask.reference, ask.amount);
        return checkout;
      }),
    payout: (ask) =>
      overTheLine(async () => {
        const answer = await fake.payout(ask);
        const before = sent.get(ask.reference);
        if (before === undefined) atPayout(ask.reference, ask.amount);
        return answer;
      }),
    refund: (ask) =>
      overTheLine(async () => {
        await fake.refund(ask);
        atRefund(ask.reference, ask.providerRef, ask.amount);
      }),
    lookUp: (what, reference) => overTheLine(() => fake.lookUp(what, reference)),
  };
  return {
    payments,
    paid,
    sent,
    refunded,
    calm() {
      isCalm = true;
    },
  };
}
