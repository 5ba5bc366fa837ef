import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { cancelNextPayee } from '../../../payments/payees/bind-payee.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import type { MemberDeps } from '../deps.ts';

export function cancelNextPayeeRoute(http: Http, { payments }: Pick<MemberDeps, 'payments'>): void {
  http.route({
    method: 'DELETE',
    url: '/api/me/payee/next',
    config: { access: 'restricted' },
    schema: {
      tags: ['person'],
      summary: 'Cancel the replacement of the card or account before it takes effect',
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await transaction(payments.db, (tx) => cancelNextPayee(tx, payments, identityOf(request)));
      return reply.code(204).send(null);
    },
  });
}
