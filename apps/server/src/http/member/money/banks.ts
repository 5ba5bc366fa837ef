import { z } from 'zod';
import { readBanks } from '../../../payments/payees/banks.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import type { MemberDeps } from '../deps.ts';

const BankAnswer = z.object({ code: z.string(), name: z.string(), country: z.string().length(2) });
z.globalRegistry.add(BankAnswer, { id: 'Bank' });

export function banksRoute(http: Http, { payments }: Pick<MemberDeps, 'payments'>): void {
  http.route({
    method: 'GET',
    url: '/api/banks',
    config: { access: 'restricted' },
    schema: {
      tags: ['person'],
      summary: 'Banks that can receive payouts',
      response: { 200: z.object({ banks: z.array(BankAnswer) }), ...PROBLEMS },
    },
    handler: async () => ({ banks: await readBanks(payments.db) }),
  });
}
