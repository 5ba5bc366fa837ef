import { z } from 'zod';
import type { PaymentsDeps } from '../../../payments/deps.ts';
import { countHolds } from '../../../payments/rules/legal-holds.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';

const HoldsAnswer = z.object({
  legalHolds: z.number().int().describe('Number of legal holds in force'),
  refusals: z.number().int().describe('Number of withdrawals refused in the last 30 days'),
});
z.globalRegistry.add(HoldsAnswer, { id: 'HouseHolds' });

export function houseHoldsRoute(http: Http, { payments }: { payments: Pick<PaymentsDeps, 'db' | 'macs'> }): void {
  http.route({
    method: 'GET',
    url: '/api/house/holds',
    config: { access: 'public' },
    schema: {
      tags: ['house'],
      summary: 'Public number of legal holds and refused withdrawals',
      response: { 200: HoldsAnswer, ...PROBLEMS },
    },
    handler: () => countHolds(payments.db, payments.macs),
  });
}
