import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { acknowledgeFunds } from '../../../members/account/funds-acknowledgements.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import type { MemberDeps } from '../deps.ts';

const Body = z.strictObject({ version: z.string().max(64).describe('`funds.version` of the house, as shown') });

export function acknowledgeFundsRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/funds-acknowledgement',
    config: { access: 'member' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['wallet'],
      summary: 'Record that the member read how the house protects their money, before a top-up',
      body: Body,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { db, house } = members;
      const identity = identityOf(request);
      await transaction(db, (tx) => acknowledgeFunds(tx, identity, house.funds, request.body.version));
      return reply.code(204).send(null);
    },
  });
}
