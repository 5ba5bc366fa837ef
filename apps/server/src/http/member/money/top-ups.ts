import { z } from 'zod';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import type { Db } from '../../../db/pool.ts';
import { TOP_UP_STATES } from '../../../payments/top-ups/top-up-rows.ts';
import { listTopUps, readTopUp } from '../../../payments/top-ups/top-ups.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { DAYS, spanOf } from '../../shared/statement-query.ts';
import { TopUpAnswer } from '../../shared/wallet-shapes.ts';
import { answerTopUp } from './top-up-answers.ts';

export function listTopUpsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/top-ups',
    config: { access: 'restricted', holdsSecret: true },
    schema: {
      tags: ['wallet'],
      summary: 'The member’s top-ups, newest first',
      querystring: pageQuery(ROW_CURSOR).extend({ ...DAYS, state: z.enum(TOP_UP_STATES).optional() }),
      response: { 200: page(TopUpAnswer), ...PROBLEMS },
    },
    handler: async (request) => {
      const { limit, cursor, state, ...days } = request.query;
      const found = await listTopUps(deps.db, identityOf(request), {
        limit,
        ...spanOf(days),
        ...(cursor === undefined ? {} : { cursor }),
        ...(state === undefined ? {} : { state }),
      });
      return { ...found, items: found.items.map(answerTopUp) };
    },
  });
}

export function readTopUpRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/top-ups/:id',
    config: { access: 'restricted', holdsSecret: true },
    schema: {
      tags: ['wallet'],
      summary: 'One of the member’s top-ups, with its state',
      params: z.object({ id: Uuid }),
      response: { 200: TopUpAnswer, ...PROBLEMS },
    },
    handler: async (request) => answerTopUp(await readTopUp(deps.db, identityOf(request), request.params.id)),
  });
}
