import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { CONSENTS, listConsents } from '../../../members/account/consents.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';

const ConsentsAnswer = z.object({
  items: z.array(
    z.object({
      kind: z.enum([...CONSENTS, 'agreement']).describe('`agreement`: one box for all, of members who joined earlier'),
      version: z.number().int(),
      atMs: z.number().int(),
    }),
  ),
});

export function consentsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/consents',
    config: { access: 'restricted' },
    schema: {
      tags: ['my data'],
      summary: 'The member’s consents with their times, newest first',
      response: { 200: ConsentsAnswer, ...PROBLEMS },
    },
    handler: async (request) => ({ items: await listConsents(deps.db, identityOf(request)) }),
  });
}
