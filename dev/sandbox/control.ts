import { z } from 'zod';
import { Currency, Minor } from './api.ts';
import { putRegisterEntry } from './exclusion-register.ts';
import { afterExpiry } from './money-in.ts';
import type { Sandbox } from './parts.ts';
import type { Payment, Payout } from './state.ts';

/** The control API for tests and developers. Each call is signed like the club's. */
const Share = z.number().min(0).max(1);
const Seconds = z.number().min(0).max(31_536_000);
const Span = z.tuple([Seconds, Seconds]);
const Id = z.string().max(100);

const SettingsAsk = z
  .strictObject({
    webhookUrl: z.url({ protocol: /^https?$/ }).nullable(),
    payoutSeconds: Span,
    returnSeconds: Seconds,
    delivery: z
      .strictObject({
        duplicates: Share,
        losses: Share,
        delayMs: z.tuple([z.number().min(0), z.number().min(0)]),
        shuffle: z.boolean(),
        batchMax: z.number().int().min(1).max(100),
      })
      .partial(),
    faults: z
      .strictObject({ refuse: z.number().int().min(0), loseAnswer: z.number().int().min(0), path: z.string() })
      .partial(),
  })
  .partial();

const ClockAsk = z.strictObject({ advanceSeconds: Seconds });
const CheckoutAsk = z.strictObject({
  reference: Id,
  act: z.enum(['approve', 'decline', 'pay-later', 'pay-after-expiry', 'pay']),
  amountMinor: Minor.optional(),
  currency: Currency.optional(),
  afterSeconds: Seconds.default(10),
});
const PayoutAsk = z.strictObject({ reference: Id, outcome: z.enum(['paid', 'failed', 'returned']) });
const IdentityAsk = z.strictObject({
  reference: Id,
  outcome: z.discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.literal('declined'), reason: z.string().max(40) }),
    z.strictObject({
      outcome: z.literal('verified'),
      person: z.strictObject({
        realName: z.string(),
        birthDate: z.string(),
        country: z.string(),
        documentKind: z.string(),
        documentNumber: z.string(),
        goodUntil: z.string().nullable(),
      }),
    }),
  ]),
});
const RegisterAsk = z.strictObject({
  name: z.string().min(1).max(200),
  birthDate: z.iso.date(),
  excluded: z.boolean(),
});
const Moved = { eventId: Id.optional(), reference: Id, providerRef: Id, amount: Minor, currency: Currency };
const EventAsk = z.discriminatedUnion('kind', [
  z.strictObject({
    eventId: Id.optional(),
    kind: z.enum(['pending', 'declined', 'expired', 'refunded']),
    reference: Id,
  }),
  z.strictObject({ ...Moved, kind: z.enum(['paid-in', 'paid-out']) }),
  z.strictObject({ eventId: Id.optional(), kind: z.enum(['failed', 'returned']), reference: Id, providerRef: Id }),
]);

type Act = (sandbox: Sandbox, body: unknown) => unknown;

/** POST calls by path. */
export const CONTROL: Readonly<Record<string, Act>> = {
  '/control/settings'({ state }, body) {
    const { delivery, faults, ...rest } = SettingsAsk.parse(body);
    const known = state.settings();
    state.change({ ...rest, delivery: { ...known.delivery, ...delivery }, faults: { ...known.faults, ...faults } });
    return state.settings();
  },
  '/control/clock'(sandbox, body) {
    const { advanceSeconds } = ClockAsk.parse(body);
    const { aheadMs } = sandbox.state.settings();
    sandbox.state.change({ aheadMs: aheadMs + Math.round(advanceSeconds * 1_000) });
    sandbox.tick();
    return { nowMs: sandbox.state.nowMs() };
  },
  '/control/checkouts'({ money, state }, body) {
    const { reference, act, afterSeconds, ...other } = CheckoutAsk.parse(body);
    const checkout = money.in.byReference(reference);
    const paid = {
      amountMinor: other.amountMinor ?? checkout.amountMinor,
      currency: other.currency ?? checkout.currency,
    };
    if (act === 'approve') money.in.approve(checkout, paid);
    if (act === 'decline') money.in.decline(checkout);
    if (act === 'pay-later') money.in.payLater(checkout, paid, state.nowMs() + afterSeconds * 1_000);
    if (act === 'pay-after-expiry') money.in.payLater(checkout, paid, afterExpiry(checkout));
    if (act === 'pay') money.in.pay(checkout, paid);
    return { state: money.in.byReference(reference).state };
  },
  '/control/identity'({ identity }, body) {
    const { reference, outcome } = IdentityAsk.parse(body);
    identity.overrule(identity.byReference(reference), outcome);
    return { state: identity.byReference(reference).state };
  },
  '/control/exclusion-register'({ state }, body) {
    putRegisterEntry(state, RegisterAsk.parse(body));
    return {};
  },
  '/control/payouts'({ money }, body) {
    const { reference, outcome } = PayoutAsk.parse(body);
    money.out.settle(money.out.byReference(reference), outcome);
    return { state: money.out.byReference(reference).state };
  },
  '/control/events'({ queue }, body) {
    const { eventId, ...news } = EventAsk.parse(body);
    queue.add(news, eventId);
    return {};
  },
  async '/control/deliver'({ queue }) {
    await queue.flush();
    return queue.counts();
  },
};

/** Totals to compare with the club's ledger. */
export function statsOf({ state, queue }: Sandbox) {
  const payouts = state.all('payout');
  const payments = state.all('payment');
  return {
    payouts: payouts.map(({ reference, state: now, amountMinor, asked: requested, executed }) => {
      return { reference, state: now, amountMinor, asked: requested, executed };
    }),
    payments: payments.map(({ reference, providerRef, amountMinor, currency, refundedAs }) => {
      return { reference, providerRef, amountMinor, currency, refunded: refundedAs !== null };
    }),
    totals: {
      paidInMinor: sumOf(payments),
      refundedMinor: sumOf(payments.filter(({ refundedAs }) => refundedAs !== null)),
      paidOutMinor: sumOf(payouts.flatMap((payout) => Array.from({ length: payout.executed }, () => payout))),
      returnedMinor: sumOf(payouts.filter((payout) => payout.state === 'returned')),
    },
    events: queue.counts(),
  };
}

function sumOf(list: (Payment | Payout)[]): string {
  return String(list.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n));
}
