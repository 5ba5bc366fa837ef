import { z } from 'zod';
import { PAYMENT_STATES } from '../../../payments/incoming/payment-rows.ts';
import type { Payment } from '../../../payments/incoming/payments.ts';
import { Minor } from '../../shared/shapes.ts';

const Millis = z.number().int();
const Money = z.object({ amountMinor: Minor, currency: z.string() });

export const PaymentAnswer = z.object({
  id: z.uuid(),
  memberId: z.uuid(),
  topUpId: z.uuid(),
  asked: Money.describe('Amount of the top-up'),
  received: Money.describe('Amount that the provider received'),
  state: z.enum(PAYMENT_STATES),
  reason: z
    .string()
    .nullable()
    .describe('Why it is not credited automatically: `amount`, `currency`, `second`, `cap`, `unsigned`'),
  atMs: Millis,
  endedAtMs: Millis.nullable(),
  refundsAtMs: Millis.nullable().describe('Time of the automatic refund, unless staff decide before'),
  mayCredit: z.boolean().describe('True if staff may credit it; false for another currency and for a decided payment'),
  reviews: z.array(
    z.object({ staffId: z.uuid(), verdict: z.enum(['credit', 'refund']), why: z.string(), atMs: Millis }),
  ),
});
z.globalRegistry.add(PaymentAnswer, { id: 'Payment' });

/** `currency` is the house's, the only one in the ledger. */
export function answerPayment(payment: Payment, currency: string): z.infer<typeof PaymentAnswer> {
  return {
    id: payment.id,
    memberId: payment.memberId,
    topUpId: payment.topUpId,
    asked: inMinor(payment.asked),
    received: inMinor(payment.received),
    state: payment.state,
    reason: payment.reason,
    atMs: payment.atMs,
    endedAtMs: payment.endedAtMs,
    refundsAtMs: payment.refundsAtMs,
    mayCredit: payment.state === 'review' && payment.received.currency === currency,
    reviews: payment.reviews,
  };
}

function inMinor({ amount, currency }: { amount: bigint; currency: string }): z.infer<typeof Money> {
  return { amountMinor: String(amount), currency };
}
