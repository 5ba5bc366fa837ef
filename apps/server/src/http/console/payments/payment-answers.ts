import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Account } from '../../../ledger/lock.ts';
import { PAYMENT_STATES } from '../../../payments/incoming/payment-rows.ts';
import { type Payment, readPayment } from '../../../payments/incoming/payments.ts';
import { Refusal } from '../../../refusal.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import { Minor, Uuid } from '../../shared/shapes.ts';
import { memberNames } from '../members/member-names.ts';
import { MemberParams } from '../members/member-params.ts';

const Millis = z.number().int();
const Money = z.object({ amountMinor: Minor, currency: z.string() });

export const PaymentAnswer = z.object({
  id: z.uuid(),
  memberId: z.uuid(),
  userName: z.string().describe('User name of the member'),
  topUpId: z.uuid(),
  asked: Money.describe('Amount of the top-up'),
  received: Money.describe('Amount that the provider received'),
  state: z.enum(PAYMENT_STATES),
  reason: z
    .string()
    .nullable()
    .describe(
      'Why it is not credited automatically: `amount`, `currency`, `second`, `cap`, `credit-card`, `payer`, `unsigned`',
    ),
  payer: z.string().nullable().describe('Name of the payer, where it differs from the member’s'),
  atMs: Millis,
  endedAtMs: Millis.nullable(),
  refundsAtMs: Millis.nullable().describe('Time of the automatic refund, unless staff decide before'),
  mayCredit: z
    .boolean()
    .describe('True if staff may credit it; false for another currency, a refused credit card and a decided payment'),
  reviews: z.array(
    z.object({
      staffId: z.uuid(),
      staffName: z.string(),
      verdict: z.enum(['credit', 'refund']),
      why: z.string(),
      atMs: Millis,
    }),
  ),
});
z.globalRegistry.add(PaymentAnswer, { id: 'Payment' });

export const PaymentParams = MemberParams.extend({ id: Uuid });

/** Throws `not-found`. */
export async function readOrRefuse(q: Db | Tx['q'], account: Account, id: string): Promise<Payment> {
  const payment = await readPayment(q, account, id);
  if (payment === null) throw new Refusal('not-found');
  return payment;
}

/** Payments with the names of members and staff. `currency` is the house's, the only one in the ledger. */
export async function answerPayments(
  q: Db | Tx['q'],
  payments: readonly Payment[],
  currency: string,
): Promise<z.infer<typeof PaymentAnswer>[]> {
  const userName = await memberNames(
    q,
    payments.map(({ memberId }) => memberId),
  );
  const staff = payments.flatMap(({ reviews }) => reviews.map(({ staffId }) => staffId));
  const names = await namesOfStaff(q, [...new Set(staff)]);
  return payments.map((payment) => ({
    id: payment.id,
    memberId: payment.memberId,
    userName: userName(payment.memberId),
    topUpId: payment.topUpId,
    asked: inMinor(payment.asked),
    received: inMinor(payment.received),
    state: payment.state,
    reason: payment.reason,
    payer: payment.payer,
    atMs: payment.atMs,
    endedAtMs: payment.endedAtMs,
    refundsAtMs: payment.refundsAtMs,
    mayCredit: payment.state === 'review' && payment.received.currency === currency && payment.reason !== 'credit-card',
    reviews: payment.reviews.map((review) => ({ ...review, staffName: names.get(review.staffId) ?? '' })),
  }));
}

/** One payment, like `answerPayments`. */
export async function answerPayment(
  q: Db | Tx['q'],
  payment: Payment,
  currency: string,
): Promise<z.infer<typeof PaymentAnswer>> {
  const [answer] = await answerPayments(q, [payment], currency);
  if (!answer) throw new Error('the payment has no answer');
  return answer;
}

function inMinor({ amount, currency }: { amount: bigint; currency: string }): z.infer<typeof Money> {
  return { amountMinor: String(amount), currency };
}
