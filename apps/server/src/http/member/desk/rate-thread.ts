import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { rateThread, STARS_MAX } from '../../../desk/rate.ts';
import { readThread } from '../../../desk/records.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { answerThread, DESK_BYTES_MAX, ThreadAnswer, ThreadParams } from '../../shared/desk-answers.ts';
import { PROBLEMS, TypedWords } from '../../shared/forms.ts';

export function rateThreadRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'PUT',
    url: '/api/me/desk/threads/:id/rating',
    config: { access: 'restricted' },
    bodyLimit: DESK_BYTES_MAX,
    schema: {
      tags: ['desk'],
      summary: 'Rate a conversation in which the house has answered; staff see it',
      params: ThreadParams,
      body: z.strictObject({
        stars: z.number().int().min(1).max(STARS_MAX),
        words: TypedWords.default('').describe('Up to 2000 characters; empty for none'),
      }),
      response: { 200: ThreadAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const own = identityOf(request);
      const { id } = request.params;
      return transaction(deps.db, async (tx) => {
        await rateThread(tx, own, id, request.body);
        return answerThread(await readThread(tx.q, own, id));
      });
    },
  });
}
