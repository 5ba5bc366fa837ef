import type { Db } from '../../../db/pool.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { answerPreview, OddsBody, PreviewAnswer, previewOf } from './odds-shapes.ts';
import { LotteryKeyParams } from './show-lottery.ts';

/** A pure calculation. It reads no member's data and writes nothing, so it is not an audit event. */
export function previewTableRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/lotteries/:key/preview',
    config: { access: 'staff', roles: ['finance', 'owner'] },
    schema: {
      tags: ['console'],
      summary:
        'Preview an odds table: probability and return of each bet as exact fractions, and whether it can be published',
      params: LotteryKeyParams,
      body: OddsBody,
      response: { 200: PreviewAnswer, ...PROBLEMS },
    },
    handler: async (request) => answerPreview(db, await previewOf(db, request.params.key, request.body)),
  });
}
