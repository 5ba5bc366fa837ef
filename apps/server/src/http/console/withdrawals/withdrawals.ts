import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import { transaction } from '../../../db/transaction.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import {
  createWithdrawalTotal,
  listAllWithdrawals,
  WITHDRAWAL_SORTS,
  type WithdrawalQuery,
} from '../../../payments/withdrawals/withdrawal-records.ts';
import { WITHDRAWAL_STATES } from '../../../payments/withdrawals/withdrawal-rows.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { AMOUNTS, amountsOf, DAYS, Day, spanOf } from '../../shared/statement-query.ts';
import { given, sortQuery } from '../list-filter.ts';
import { accountOf } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import {
  answerAllForConsole,
  ConsoleWithdrawalAnswer,
  ReviewedWithdrawalAnswer,
  readReviewed,
  WithdrawalParams,
} from './withdrawal-shapes.ts';

/** Filter of withdrawals, shared by the list and its CSV file. */
export const WITHDRAWAL_FILTER = {
  state: z
    .enum([...WITHDRAWAL_STATES, 'open', 'second-look'])
    .optional()
    .describe('`open`: withdrawals that have not ended; `second-look`: in review, and judged by one person'),
  memberId: Uuid.optional(),
  endedFrom: Day.optional().describe('A day, in UTC'),
  endedTo: Day.optional().describe('A day, in UTC, that counts'),
  ...DAYS,
  ...AMOUNTS,
  sort: sortQuery(WITHDRAWAL_SORTS),
};

/** The filter as the domain takes it. Throws `date-bad` if the days of submission end before they begin. */
export function withdrawalFilter(
  query: z.infer<z.ZodObject<typeof WITHDRAWAL_FILTER>>,
): Omit<WithdrawalQuery, 'limit' | 'cursor'> {
  const { minMinor, maxMinor, from, to, ...same } = query;
  return { ...given(same), ...spanOf({ from, to }), ...amountsOf({ minMinor, maxMinor }) };
}

export function listAllWithdrawalsRoute(http: Http, { payments }: { payments: PaymentsDeps }): void {
  const total = createWithdrawalTotal();
  http.route({
    method: 'GET',
    url: '/api/console/withdrawals',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'], readCost: 3 },
    schema: {
      tags: ['console'],
      summary: 'Withdrawals of all members, usually longest wait first',
      querystring: pageQuery(ROW_CURSOR).extend(WITHDRAWAL_FILTER),
      response: { 200: page(ConsoleWithdrawalAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, ...filter } = request.query;
      return transaction(payments.db, async (tx) => {
        const query = { ...withdrawalFilter(filter), ...given({ cursor }), limit };
        const found = await listAllWithdrawals(tx.q, payments.macs, query, total);
        const items = await answerAllForConsole(tx, found.items);
        const seen = found.items.map(({ memberId, id }) => ({ memberId, id }));
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'withdrawals-read', after: seen });
        return { ...found, items };
      });
    },
  });
}

export function readReviewedRoute(http: Http, { payments }: { payments: PaymentsDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/withdrawals/:id',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'One withdrawal, with its reviews',
      params: WithdrawalParams,
      response: { 200: ReviewedWithdrawalAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      return transaction(payments.db, async (tx) => {
        const withdrawal = await readReviewed(tx, payments, member, id);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'withdrawal-read', member, subject: `withdrawal/${id}` });
        return withdrawal;
      });
    },
  });
}
