import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import { HOLD_STATES } from '../../../payments/rules/hold-states.ts';
import type { Role } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { ID_CURSOR, page, pageQuery } from '../../shared/shapes.ts';
import { given } from '../list-filter.ts';
import { staffOf } from '../staff-caller.ts';
import { ListedHoldAnswer, readAllLegalHolds } from './legal-hold-shapes.ts';

/** Roles that may confirm a hold. */
const DECIDERS: readonly Role[] = ['finance', 'owner'];

export function listAllLegalHoldsRoute(http: Http, { payments }: { payments: PaymentsDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/console/legal-holds',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'], readCost: 2 },
    schema: {
      tags: ['console'],
      summary: 'Legal holds of all members, newest first',
      querystring: pageQuery(ID_CURSOR).extend({
        state: z
          .enum(HOLD_STATES)
          .optional()
          .describe('`waiting`: another person proposed it; `ending`: over within a week; `open`: all not over'),
      }),
      response: { 200: page(ListedHoldAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, state } = request.query;
      const staff = staffOf(request);
      return transaction(payments.db, async (tx) => {
        const found = await readAllLegalHolds(tx, payments.macs, {
          ...given({ before: cursor, state }),
          // Proposers cannot confirm their own proposals.
          ...(state === 'waiting' && DECIDERS.includes(staff.role) ? { notBy: staff.id } : {}),
          limit,
        });
        const seen = found.items.map(({ memberId, id }) => ({ memberId, id }));
        const by = { staff, why: null, address: request.ip };
        await record(tx, { ...by, act: 'legal-holds-read', after: seen });
        return found;
      });
    },
  });
}
