import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { startClosure } from '../../../members/account/closures.ts';
import type { MembersDeps } from '../../../members/deps.ts';
import { checkFinancePassword } from '../../../members/finance-password/finance-password.ts';
import { readPerson } from '../../../members/persons/persons.ts';
import { refuseIdle } from '../../../members/sessions/idle-lock.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import { readRule } from '../../../payments/rules/rule.ts';
import { readWithdrawal } from '../../../payments/withdrawals/withdrawal-records.ts';
import { withdrawAll } from '../../../payments/withdrawals/withdrawals.ts';
import { Refusal } from '../../../refusal.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS, Typed } from '../../shared/forms.ts';
import { WithdrawalAnswer } from '../../shared/wallet-shapes.ts';
import { answerWithdrawal } from '../../shared/withdrawal-answers.ts';

const Body = z.strictObject({
  financePassword: Typed,
  confirm: z.literal(true).describe('Must confirm the closure, which cannot be undone'),
});

export function closeAccountRoute(http: Http, deps: { members: MembersDeps; payments: PaymentsDeps }): void {
  const { members, payments } = deps;
  http.route({
    method: 'POST',
    url: '/api/me/closure',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['wallet'],
      summary: 'Close the account: the whole balance is paid out, even below the minimum; open bets are paid out later',
      body: Body,
      response: { 201: z.object({ withdrawal: WithdrawalAnswer.nullable() }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const identity = identityOf(request);
      await refuseIdle(members, identity);
      if ((await readPerson(members.db, identity)).realName === null) throw new Refusal('name-first');
      await checkFinancePassword(members, identity, request.body.financePassword);
      const withdrawal = await transaction(payments.db, async (tx) => {
        await startClosure(tx, members.sessions, identity);
        // The balance lock waits for slips in progress. Slips behind it find a restricted session.
        const id = await withdrawAll(tx, payments, identity);
        const record = id === null ? null : await readWithdrawal(tx.q, payments.macs, identity, id);
        return record && answerWithdrawal(record, (await readRule(tx.q)).usualSeconds);
      });
      return reply.code(201).send({ withdrawal });
    },
  });
}
