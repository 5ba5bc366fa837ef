import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { accountOf, MemberParams } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { LegalHoldAnswer, readLegalHolds } from './legal-hold-shapes.ts';

export function listLegalHoldsRoute(http: Http, { payments }: { payments: PaymentsDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/console/members/:memberId/legal-holds',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Legal holds of a member, newest first',
      params: MemberParams,
      response: { 200: z.object({ items: z.array(LegalHoldAnswer) }), ...PROBLEMS },
    },
    handler: (request) => {
      const member = accountOf(request.params);
      return transaction(payments.db, async (tx) => {
        const items = await readLegalHolds(tx, payments.macs, member);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'legal-holds-read', member });
        return { items };
      });
    },
  });
}
