import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Account } from '../../../ledger/lock.ts';
import type { Payment } from '../../../payments/incoming/payments.ts';
import { creditInReview, refundInReview } from '../../../payments/incoming/settle-payment.ts';
import { carriedOut, instruct, refuseOrdered } from '../../../staff/instructions.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import type { ConsoleDeps } from '../deps.ts';
import { accountOf, refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { answerPayment, PaymentAnswer, PaymentParams, readOrRefuse } from './payment-answers.ts';

const Body = z.strictObject({ why: Why });
const Answer = z.object({
  waiting: z.boolean().describe('True if another person must confirm'),
  pending: z.boolean().describe('True if decided and not yet carried out'),
  payment: PaymentAnswer,
});

type Deps = Pick<ConsoleDeps, 'payments'>;

export function creditPaymentRoute(http: Http, { payments }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/payments/:id/credit',
    config: { access: 'staff', roles: ['finance'], stepUp: true, readByMembers: true },
    schema: {
      tags: ['console'],
      summary: 'Credit a payment in review with the amount received; large ones need a second person',
      params: PaymentParams,
      body: Body,
      response: { 200: Answer, 202: Answer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const { why } = request.body;
      refuseWithoutWhy(why);
      const account = accountOf(request.params);
      const staff = staffOf(request);
      const ordered = await transaction(payments.db, async (tx) => {
        const before = await readOrRefuse(tx.q, account, id);
        const { waiting } = await creditInReview(tx, payments, account, id, { staffId: staff.id, why });
        await refuseOrdered(tx, id);
        const act = waiting ? 'payment-credit-proposed' : 'payment-credited';
        const after = waiting ? before : { ...before, state: 'credited' as const };
        await record(tx, { ...{ staff, act, why, address: request.ip }, ...changeOf(before, after) });
        if (waiting) return null;
        const order = { what: 'payment-credit', subject: id, body: { memberId: account.memberId } } as const;
        return instruct(tx, payments.macs, { ...order, staffId: staff.id });
      });
      const waiting = ordered === null;
      const pending = ordered !== null && (await carriedOut(payments.db, ordered)) === 'pending';
      const payment = await answerSettled(payments, account, id);
      return reply.code(waiting || pending ? 202 : 200).send({ waiting, pending, payment });
    },
  });
}

export function refundPaymentRoute(http: Http, { payments }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/payments/:id/refund',
    config: { access: 'staff', roles: ['finance'], stepUp: true, readByMembers: true },
    schema: {
      tags: ['console'],
      summary: 'Refund a payment in review to its payer',
      params: PaymentParams,
      body: Body,
      response: { 200: Answer, 202: Answer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const { why } = request.body;
      refuseWithoutWhy(why);
      const account = accountOf(request.params);
      const staff = staffOf(request);
      const ordered = await transaction(payments.db, async (tx) => {
        const before = await readOrRefuse(tx.q, account, id);
        await refundInReview(tx, payments, account, id, { staffId: staff.id, why });
        await refuseOrdered(tx, id);
        const states = changeOf(before, { ...before, state: 'refunding' });
        await record(tx, { staff, act: 'payment-refunded', why, ...states, address: request.ip });
        const order = { what: 'payment-refund', subject: id, body: { memberId: account.memberId } } as const;
        return instruct(tx, payments.macs, { ...order, staffId: staff.id });
      });
      const pending = (await carriedOut(payments.db, ordered)) === 'pending';
      const payment = await answerSettled(payments, account, id);
      return reply.code(pending ? 202 : 200).send({ waiting: false, pending, payment });
    },
  });
}

async function answerSettled({ db, money }: Deps['payments'], account: Account, id: string) {
  return answerPayment(db, await readOrRefuse(db, account, id), money.currency);
}

function changeOf(before: Payment, { bucket, memberId, id, state, received }: Payment) {
  return {
    member: { bucket, memberId },
    subject: `payment/${id}`,
    before: { state: before.state },
    after: { state, received },
  };
}
