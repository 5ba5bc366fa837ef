import { z } from 'zod';
import { listPayments } from '../../../payments/incoming/payments.ts';
import { listAllWithdrawals } from '../../../payments/withdrawals/withdrawal-records.ts';
import { listPurchases } from '../../../video/all-purchases.ts';
import { given } from '../list-filter.ts';
import { memberNames } from '../members/member-names.ts';
import { PAYMENT_FILTER, paymentFilter } from '../payments/list-payments.ts';
import { PURCHASE_FILTER, purchaseFilter } from '../videos/list-purchases.ts';
import { WITHDRAWAL_FILTER, withdrawalFilter } from '../withdrawals/withdrawals.ts';
import { moneyCells, moneyColumns, timeCell } from './csv.ts';
import { exportOf } from './export-plan.ts';

const WITHDRAWALS = exportOf({
  what: 'withdrawals',
  roles: ['finance', 'auditor', 'owner'],
  summary: 'The list of withdrawals as CSV',
  query: z.object(WITHDRAWAL_FILTER),
  plan: (query, { money }) => ({
    columns: [
      ...['id', 'member_id', 'user_name', ...moneyColumns('amount'), 'state', 'holder', 'bank', 'account'],
      ...['submitted_at', 'review_due_at'],
      ...['approved_at', 'ended_at', 'refused_for', 'refusal_words', 'provider_ref', 'trace_ref'],
    ],
    async page(q, limit, cursor) {
      const found = await listAllWithdrawals(q, null, { ...withdrawalFilter(query), ...given({ cursor }), limit });
      const { items, ...rest } = found;
      const members = items.map(({ memberId }) => memberId);
      const userName = await memberNames(q, members);
      const rows = items.map((one) => [
        ...[one.id, one.memberId, userName(one.memberId), ...moneyCells(one.amount, money.currency, money), one.state],
        ...[one.payee.holder, one.payee.bankName, one.payee.masked],
        ...[one.submittedAtMs, one.reviewDueAtMs, one.approvedAtMs, one.endedAtMs].map(timeCell),
        ...[one.refusal?.reason ?? null, one.refusal?.words ?? null, one.providerRef, one.traceRef],
      ]);
      return { ...rest, rows, members };
    },
  }),
});

const PAYMENTS = exportOf({
  what: 'payments',
  roles: ['finance', 'auditor', 'owner'],
  summary: 'The list of payments as CSV',
  query: z.object(PAYMENT_FILTER),
  plan: (query, { money }) => ({
    columns: [
      ...['id', 'member_id', 'user_name', 'top_up_id', ...moneyColumns('asked'), ...moneyColumns('received')],
      ...['state', 'reason', 'at', 'ended_at'],
    ],
    async page(q, limit, cursor) {
      const { items, ...rest } = await listPayments(q, { ...paymentFilter(query), ...given({ cursor }), limit });
      const members = items.map(({ memberId }) => memberId);
      const userName = await memberNames(q, members);
      const rows = items.map((one) => [
        ...[one.id, one.memberId, userName(one.memberId), one.topUpId],
        ...moneyCells(one.asked.amount, one.asked.currency, money),
        ...[...moneyCells(one.received.amount, one.received.currency, money), one.state, one.reason],
        ...[one.atMs, one.endedAtMs].map(timeCell),
      ]);
      return { ...rest, rows, members };
    },
  }),
});

const PURCHASES = exportOf({
  what: 'purchases',
  roles: ['finance', 'auditor', 'owner'],
  summary: 'The list of purchases as CSV',
  query: z.object(PURCHASE_FILTER),
  plan: (query, { money }) => ({
    columns: [
      ...['id', 'member_id', 'user_name', 'title_id', ...moneyColumns('price'), 'state', 'at', 'until'],
      'refunded_at',
    ],
    async page(q, limit, cursor) {
      const { items, ...rest } = await listPurchases(q, { ...purchaseFilter(query), ...given({ cursor }), limit });
      const members = items.map(({ memberId }) => memberId);
      const userName = await memberNames(q, members);
      const rows = items.map((one) => [
        ...[one.id, one.memberId, userName(one.memberId), one.titleId],
        ...[...moneyCells(one.price, money.currency, money), one.state],
        ...[one.atMs, one.untilMs, one.refundedAtMs].map(timeCell),
      ]);
      return { ...rest, rows, members };
    },
  }),
});

export const EXPORTS_OF_MONEY = [WITHDRAWALS, PAYMENTS, PURCHASES];
