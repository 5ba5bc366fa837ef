import { z } from 'zod';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import { readRule } from '../../../payments/rules/rule.ts';
import { listWithdrawals, readWithdrawal } from '../../../payments/withdrawals/withdrawal-records.ts';
import { WITHDRAWAL_STATES } from '../../../payments/withdrawals/withdrawal-rows.ts';
import { Refusal } from '../../../refusal.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { DAYS, spanOf } from '../../shared/statement-query.ts';
import { WithdrawalAnswer } from '../../shared/wallet-shapes.ts';
import { answerWithdrawal } from '../../shared/withdrawal-answers.ts';

export function listWithdrawalsRoute(http: Http, { payments }: { payments: Pick<PaymentsDeps, 'db' | 'macs'> }): void {
  http.route({
    method: 'GET',
    url: '/api/me/withdrawals',
    config: { access: 'restricted' },
    schema: {
      tags: ['wallet'],
      summary: 'The member’s withdrawals, newest first',
      querystring: pageQuery(ROW_CURSOR).extend({ ...DAYS, state: z.enum(WITHDRAWAL_STATES).optional() }),
      response: { 200: page(WithdrawalAnswer), ...PROBLEMS },
    },
    handler: async (request) => {
      const { limit, cursor, state, ...days } = request.query;
      const found = await listWithdrawals(payments.db, payments.macs, identityOf(request), {
        limit,
        ...spanOf(days),
        ...(cursor === undefined ? {} : { cursor }),
        ...(state === undefined ? {} : { state }),
      });
      const { usualSeconds } = await readRule(payments.db);
      return { ...found, items: found.items.map((record) => answerWithdrawal(record, usualSeconds)) };
    },
  });
}

export function readWithdrawalRoute(http: Http, { payments }: { payments: Pick<PaymentsDeps, 'db' | 'macs'> }): void {
  http.route({
    method: 'GET',
    url: '/api/me/withdrawals/:id',
    config: { access: 'restricted' },
    schema: {
      tags: ['wallet'],
      summary: 'One withdrawal of the member',
      params: z.object({ id: Uuid }),
      response: { 200: WithdrawalAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const record = await readWithdrawal(payments.db, payments.macs, identityOf(request), request.params.id);
      if (!record) throw new Refusal('not-found');
      return answerWithdrawal(record, (await readRule(payments.db)).usualSeconds);
    },
  });
}
