import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import { assignWithdrawal, releaseAssignment } from '../../../payments/withdrawals/assignments.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { accountOf } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { ReviewedWithdrawalAnswer, readReviewed, WithdrawalParams } from './withdrawal-shapes.ts';

interface Deps {
  payments: Pick<PaymentsDeps, 'db' | 'people' | 'macs'>;
}

export function assignWithdrawalRoute(http: Http, { payments }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/withdrawals/:id/assignment',
    config: { access: 'staff', roles: ['finance'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Assign a withdrawal in review to the caller for ten minutes; nobody else can decide on it meanwhile',
      params: WithdrawalParams,
      response: { 200: ReviewedWithdrawalAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      const staff = staffOf(request);
      return transaction(payments.db, async (tx) => {
        const { until } = await assignWithdrawal(tx, member, id, staff.id);
        const withdrawal = await readReviewed(tx, payments, member, id);
        const act = { act: 'withdrawal-assigned', subject: `withdrawal/${id}`, after: { until } };
        await record(tx, { ...act, staff, why: null, member, address: request.ip });
        return withdrawal;
      });
    },
  });
}

export function releaseWithdrawalRoute(http: Http, { payments }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/withdrawals/:id/release',
    config: { access: 'staff', roles: ['finance'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Release the caller’s assignment of a withdrawal',
      params: WithdrawalParams,
      response: { 200: ReviewedWithdrawalAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      const staff = staffOf(request);
      return transaction(payments.db, async (tx) => {
        const withdrawal = await readReviewed(tx, payments, member, id);
        if (!(await releaseAssignment(tx, { ...member, id }, staff.id))) return withdrawal;
        const act = { act: 'withdrawal-released', subject: `withdrawal/${id}` };
        await record(tx, { ...act, staff, why: null, member, address: request.ip });
        return { ...withdrawal, assignment: null };
      });
    },
  });
}
