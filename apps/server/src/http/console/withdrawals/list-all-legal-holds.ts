import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { ID_CURSOR, page, pageQuery } from '../../shared/shapes.ts';
import { given } from '../list-filter.ts';
import { staffOf } from '../staff-caller.ts';
import { ListedHoldAnswer, readAllLegalHolds } from './legal-hold-shapes.ts';

export function listAllLegalHoldsRoute(http: Http, { payments }: { payments: PaymentsDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/console/legal-holds',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'], readCost: 2 },
    schema: {
      tags: ['console'],
      summary: 'Legal holds of all members, newest first',
      querystring: pageQuery(ID_CURSOR).extend({
        open: z
          .enum(['true', 'false'])
          .default('false')
          .describe('Only holds that are in force or await a second person'),
      }),
      response: { 200: page(ListedHoldAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, open } = request.query;
      return transaction(payments.db, async (tx) => {
        const found = await readAllLegalHolds(tx, payments.macs, {
          ...given({ before: cursor }),
          open: open === 'true',
          limit,
        });
        const seen = found.items.map(({ memberId, id }) => ({ memberId, id }));
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'legal-holds-read', after: seen });
        return found;
      });
    },
  });
}
