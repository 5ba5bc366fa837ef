import { z } from 'zod';
import { listActs } from '../../../audit/acts.ts';
import { listAllComplaints } from '../../../complaints/records.ts';
import { createMemberCount } from '../../../members/account/member-count.ts';
import { searchMembers } from '../../../members/account/search.ts';
import { listPayments } from '../../../payments/incoming/payments.ts';
import { listAllWithdrawals } from '../../../payments/withdrawals/withdrawal-records.ts';
import type { Role } from '../../../staff/roles.ts';
import { listPurchases } from '../../../video/all-purchases.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { ACTS_FILTER, actsFilter, touched } from '../audit/audit.ts';
import { COMPLAINT_FILTER } from '../complaints/complaints.ts';
import { given, logged, MEMBER_FILTER } from '../members/list-members.ts';
import { PAYMENT_FILTER } from '../payments/list-payments.ts';
import { PURCHASE_FILTER } from '../videos/list-purchases.ts';
import { WITHDRAWAL_FILTER } from '../withdrawals/withdrawals.ts';
import { type CsvPlan, moneyCells, moneyColumns, sendCsv, timeCell } from './csv.ts';
import type { CsvDeps } from './deps.ts';

/** A CSV export: its path, roles, filter and content. */
interface Export<T extends z.ZodObject> {
  what: string;
  roles: Role[];
  summary: string;
  query: T;
  plan(query: z.infer<T>, money: CsvDeps['money']): Omit<CsvPlan, 'name' | 'filter'>;
}

/**
 * Adds the CSV exports of the console's lists. They hold no secrets, since the lists hold none. A file takes a whole
 * list out of the house at once, so it requires step-up.
 */
export function exportsRoute(http: Http, deps: CsvDeps): void {
  exportRoute(http, deps, MEMBERS);
  exportRoute(http, deps, WITHDRAWALS);
  exportRoute(http, deps, PAYMENTS);
  exportRoute(http, deps, COMPLAINTS);
  exportRoute(http, deps, PURCHASES);
  exportRoute(http, deps, ACTS);
}

function exportRoute<T extends z.ZodObject>(http: Http, deps: CsvDeps, { what, roles, ...file }: Export<T>): void {
  http.route({
    method: 'GET',
    url: `/api/console/${what}.csv`,
    // A HEAD request takes no file, so it must neither be logged nor count against the limit.
    exposeHeadRoute: false,
    config: { access: 'staff', roles, stepUp: true, readCost: 10 },
    schema: {
      tags: ['console'],
      summary: file.summary,
      querystring: file.query as z.ZodObject,
      response: {
        200: { description: 'UTF-8, RFC 4180', content: { 'text/csv': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: (request, reply) => {
      const filter = given(request.query as z.infer<T>);
      return sendCsv(request, reply, deps, {
        ...{ name: `${what}.csv`, filter: logged(filter) },
        ...file.plan(filter as z.infer<T>, deps.money),
      });
    },
  });
}

function exportOf<T extends z.ZodObject>(file: Export<T>): Export<T> {
  return file;
}

const MEMBERS = exportOf({
  what: 'members',
  roles: ['finance', 'auditor', 'owner'],
  summary: 'The list of members as CSV',
  query: z.object(MEMBER_FILTER),
  plan: (query) => {
    const countAll = createMemberCount();
    return {
      columns: ['id', 'user_name', 'joined_at', 'state'],
      async page(q, limit, cursor) {
        const { items, ...rest } = await searchMembers(q, { ...given(query), ...given({ cursor }), limit }, countAll);
        const rows = items.map((one) => [one.memberId, one.userName, timeCell(one.joinedAtMs), one.state]);
        return { ...rest, rows, members: items.map(({ memberId }) => memberId) };
      },
    };
  },
});

const WITHDRAWALS = exportOf({
  what: 'withdrawals',
  roles: ['finance', 'auditor', 'owner'],
  summary: 'The list of withdrawals as CSV',
  query: z.object(WITHDRAWAL_FILTER),
  plan: (query, money) => ({
    columns: [
      ...['id', 'member_id', ...moneyColumns('amount'), 'state', 'holder', 'bank', 'account'],
      ...['submitted_at', 'review_due_at'],
      ...['approved_at', 'ended_at', 'refused_for', 'refusal_words'],
    ],
    async page(q, limit, cursor) {
      const { items, ...rest } = await listAllWithdrawals(q, null, { ...given(query), ...given({ cursor }), limit });
      const rows = items.map((one) => [
        ...[one.id, one.memberId, ...moneyCells(one.amount, money.currency, money), one.state],
        ...[one.payee.holder, one.payee.bankName, one.payee.masked],
        ...[one.submittedAtMs, one.reviewDueAtMs, one.approvedAtMs, one.endedAtMs].map(timeCell),
        ...[one.refusal?.reason ?? null, one.refusal?.words ?? null],
      ]);
      return { ...rest, rows, members: items.map(({ memberId }) => memberId) };
    },
  }),
});

const PAYMENTS = exportOf({
  what: 'payments',
  roles: ['finance', 'auditor', 'owner'],
  summary: 'The list of payments as CSV',
  query: z.object(PAYMENT_FILTER),
  plan: (query, money) => ({
    columns: [
      ...['id', 'member_id', 'top_up_id', ...moneyColumns('asked'), ...moneyColumns('received')],
      ...['state', 'reason', 'at', 'ended_at'],
    ],
    async page(q, limit, cursor) {
      const { items, ...rest } = await listPayments(q, {
        state: query.state,
        ...given({ endedFrom: query.endedFrom, endedTo: query.endedTo, cursor }),
        limit,
      });
      const rows = items.map((one) => [
        ...[one.id, one.memberId, one.topUpId, ...moneyCells(one.asked.amount, one.asked.currency, money)],
        ...[...moneyCells(one.received.amount, one.received.currency, money), one.state, one.reason],
        ...[one.atMs, one.endedAtMs].map(timeCell),
      ]);
      return { ...rest, rows, members: items.map(({ memberId }) => memberId) };
    },
  }),
});

const COMPLAINTS = exportOf({
  what: 'complaints',
  roles: ['support', 'finance', 'auditor', 'owner'],
  summary: 'The list of complaints as CSV',
  query: z.object(COMPLAINT_FILTER),
  plan: (query) => ({
    columns: ['id', 'member_id', 'slip_id', 'draw_id', 'state', 'asked_at', 'due_at', 'answered_at', 'words'],
    async page(q, limit, cursor) {
      const { items, ...rest } = await listAllComplaints(q, { ...given(query), ...given({ cursor }), limit });
      const rows = items.map((one) => [
        ...[one.id, one.memberId, one.slipId, one.drawId, one.state],
        ...[one.askedAtMs, one.dueAtMs, one.answeredAtMs].map(timeCell),
        one.words,
      ]);
      return { ...rest, rows, members: items.map(({ memberId }) => memberId) };
    },
  }),
});

const PURCHASES = exportOf({
  what: 'purchases',
  roles: ['finance', 'auditor', 'owner'],
  summary: 'The list of purchases as CSV',
  query: z.object(PURCHASE_FILTER),
  plan: (query, money) => ({
    columns: ['id', 'member_id', 'title_id', ...moneyColumns('price'), 'state', 'at', 'until', 'refunded_at'],
    async page(q, limit, cursor) {
      const { items, ...rest } = await listPurchases(q, { ...given(query), ...given({ cursor }), limit });
      const rows = items.map((one) => [
        ...[one.id, one.memberId, one.titleId, ...moneyCells(one.price, money.currency, money), one.state],
        ...[one.atMs, one.untilMs, one.refundedAtMs].map(timeCell),
      ]);
      return { ...rest, rows, members: items.map(({ memberId }) => memberId) };
    },
  }),
});

const ACTS = exportOf({
  what: 'audit',
  roles: ['auditor', 'owner'],
  summary: 'The audit log as CSV, with the hash of each act',
  query: z.object(ACTS_FILTER),
  plan: (query) => ({
    columns: ['seq', 'at', 'staff', 'role', 'act', 'why', 'member_id', 'subject', 'before', 'after', 'address', 'hash'],
    async page(q, limit, cursor) {
      const before = cursor === undefined ? {} : { before: BigInt(cursor) };
      const { items, ...rest } = await listActs(q, { ...actsFilter(query), ...before, limit });
      const rows = items.map((one) => [
        ...[one.seq, timeCell(one.atMs), one.staff?.name ?? null, one.staff?.role ?? null, one.act, one.why],
        ...[one.memberId, one.subject, JSON.stringify(one.before), JSON.stringify(one.after), one.address, one.hash],
      ]);
      return { ...rest, rows, members: touched(items) };
    },
  }),
});
