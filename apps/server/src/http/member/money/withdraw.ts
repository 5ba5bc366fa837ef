import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { lockBalance } from '../../../ledger/lock.ts';
import type { MembersDeps } from '../../../members/deps.ts';
import { checkFinancePassword } from '../../../members/finance-password/finance-password.ts';
import { readPerson } from '../../../members/persons/persons.ts';
import { refuseIdle } from '../../../members/sessions/idle-lock.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import { readRule } from '../../../payments/rules/rule.ts';
import { readWithdrawal } from '../../../payments/withdrawals/withdrawal-records.ts';
import { submitWithdrawal } from '../../../payments/withdrawals/withdrawals.ts';
import { Refusal } from '../../../refusal.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS, Typed } from '../../shared/forms.ts';
import { keyOf, MoneyHeaders, readAmount, TypedAmount } from '../../shared/money-input.ts';
import { Minor } from '../../shared/shapes.ts';
import { WithdrawalAnswer } from '../../shared/wallet-shapes.ts';
import { answerWithdrawal } from '../../shared/withdrawal-answers.ts';

const Body = z.strictObject({ amountMinor: TypedAmount, financePassword: Typed });

/** Open to every member with a balance, in every state of the house and of the member. */
export function withdrawRoute(http: Http, deps: { members: MembersDeps; payments: PaymentsDeps }): void {
  const { members, payments } = deps;
  http.route({
    method: 'POST',
    url: '/api/me/withdrawals',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['wallet'],
      summary: 'Request a withdrawal: once for each Idempotency-Key',
      headers: MoneyHeaders,
      body: Body,
      response: { 201: z.object({ withdrawal: WithdrawalAnswer, availableMinor: Minor }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const identity = identityOf(request);
      await refuseIdle(members, identity);
      const ask = { key: keyOf(request), amount: readAmount(request.body.amountMinor) };
      if ((await readPerson(members.db, identity)).realName === null) throw new Refusal('name-first');
      await checkFinancePassword(members, identity, request.body.financePassword);
      const answer = await transaction(payments.db, async (tx) => {
        const id = await submitWithdrawal(tx, payments, identity, ask);
        const available = await lockBalance(tx, identity);
        const record = await readWithdrawal(tx.q, payments.macs, identity, id);
        if (!record) throw new Error(`withdrawal ${id} does not exist`);
        const { usualSeconds } = await readRule(tx.q);
        return { withdrawal: answerWithdrawal(record, usualSeconds), availableMinor: String(available) };
      });
      return reply.code(201).send(answer);
    },
  });
}
