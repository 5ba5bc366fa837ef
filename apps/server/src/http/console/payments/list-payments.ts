import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import { transaction } from '../../../db/transaction.ts';
import { PAYMENT_STATES } from '../../../payments/incoming/payment-rows.ts';
import { listPayments, PAYMENT_SORTS, type PaymentQuery } from '../../../payments/incoming/payments.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { AMOUNTS, amountsOf, DAYS, Day, spanOf } from '../../shared/statement-query.ts';
import type { ConsoleDeps } from '../deps.ts';
import { given, sortQuery } from '../list-filter.ts';
import { accountOf } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { answerPayment, answerPayments, PaymentAnswer, PaymentParams, readOrRefuse } from './payment-answers.ts';

/** Filter of payments, shared by the list and its CSV file. */
export const PAYMENT_FILTER = {
  state: z.enum(PAYMENT_STATES).default('review'),
  endedFrom: Day.optional().describe('A day, in UTC'),
  endedTo: Day.optional().describe('A day, in UTC, that counts'),
  memberId: Uuid.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional()
    .describe('Currency of the received amount'),
  ...DAYS,
  ...AMOUNTS,
  sort: sortQuery(PAYMENT_SORTS),
};

/** The filter as the domain takes it. Throws `date-bad` if the days of arrival end before they begin. */
export function paymentFilter(
  query: z.infer<z.ZodObject<typeof PAYMENT_FILTER>>,
): Omit<PaymentQuery, 'limit' | 'cursor'> {
  const { state, minMinor, maxMinor, from, to, ...same } = query;
  return { state, ...given(same), ...spanOf({ from, to }), ...amountsOf({ minMinor, maxMinor }) };
}

export function listPaymentsRoute(http: Http, { payments }: Pick<ConsoleDeps, 'payments'>): void {
  http.route({
    method: 'GET',
    url: '/api/console/payments',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Payments in a state, such as in review; usually oldest first',
      querystring: pageQuery(ROW_CURSOR).extend(PAYMENT_FILTER),
      response: { 200: page(PaymentAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, ...filter } = request.query;
      return transaction(payments.db, async (tx) => {
        const found = await listPayments(tx.q, { ...paymentFilter(filter), ...given({ cursor }), limit });
        await record(tx, {
          staff: staffOf(request),
          act: 'payments-read',
          why: null,
          after: { state: filter.state, payments: found.items.map(({ id, memberId }) => ({ id, memberId })) },
          address: request.ip,
        });
        return { ...found, items: await answerPayments(tx.q, found.items, payments.money.currency) };
      });
    },
  });
}

export function readPaymentRoute(http: Http, { payments }: Pick<ConsoleDeps, 'payments'>): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/payments/:id',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'One payment with its reviews',
      params: PaymentParams,
      response: { 200: PaymentAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      return transaction(payments.db, async (tx) => {
        const payment = await readOrRefuse(tx.q, member, id);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'payments-read', member, subject: `payment/${id}` });
        return answerPayment(tx.q, payment, payments.money.currency);
      });
    },
  });
}
