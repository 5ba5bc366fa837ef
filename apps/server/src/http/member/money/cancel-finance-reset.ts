import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { cancelFinanceReset } from '../../../members/finance-password/finance-reset.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import type { MemberDeps } from '../deps.ts';

export function cancelFinanceResetRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/finance-password/reset/cancel',
    config: { access: 'restricted' },
    schema: {
      tags: ['person'],
      summary: 'Cancel a reset of the finance password before it takes effect',
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await transaction(members.db, (tx) => cancelFinanceReset(tx, identityOf(request)));
      return reply.code(204).send(null);
    },
  });
}
