import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { countSettledDraws } from '../../../draw/settlement/settled-count.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';

export function settledDrawsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/settled-draws',
    config: { access: 'restricted' },
    schema: {
      tags: ['members'],
      summary: 'Number of settled draws with a bet of the member, of which the app shows how many are checked',
      response: { 200: z.object({ count: z.number().int() }), ...PROBLEMS },
    },
    handler: async (request) => ({ count: await countSettledDraws(deps.db, identityOf(request)) }),
  });
}
