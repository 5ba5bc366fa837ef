import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import { liftLegalHold } from '../../../payments/rules/legal-holds.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { accountOf, refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { LegalHoldAnswer, LegalHoldParams, readLegalHold } from './legal-hold-shapes.ts';

export function liftLegalHoldRoute(http: Http, { payments }: { payments: PaymentsDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/legal-holds/:id/lift',
    config: { access: 'staff', roles: ['finance', 'owner'], readByMembers: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Lift a legal hold, or withdraw an unconfirmed one; the member is notified',
      params: LegalHoldParams,
      body: z.strictObject({ why: Why }),
      response: { 200: LegalHoldAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const { why } = request.body;
      refuseWithoutWhy(why);
      const member = accountOf(request.params);
      const staff = staffOf(request);
      return transaction(payments.db, async (tx) => {
        const hasHeld = await liftLegalHold(tx, payments, member, id);
        const hold = await readLegalHold(tx, payments.macs, member, id);
        const act = hasHeld ? 'legal-hold-lifted' : 'legal-hold-withdrawn';
        await record(tx, { act, subject: `legal-hold/${id}`, after: hold, staff, why, member, address: request.ip });
        return hold;
      });
    },
  });
}
