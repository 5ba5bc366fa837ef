import type { Db } from '../../../db/pool.ts';
import { type ProposedLottery, previewLottery } from '../../../draw/tables/new-lottery.ts';
import { amountInReach } from '../../../payments/rules/rule.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { NewLotteryBody } from './new-lottery-shapes.ts';
import { answerPreview, PreviewAnswer } from './odds-shapes.ts';

/** A pure calculation. It reads no member's data and writes nothing, so it is not an audit event. */
export function previewLotteryRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/lotteries/preview',
    config: { access: 'staff', roles: ['finance', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Preview a new lottery: probability and return of each bet, and the opening time of its first period',
      body: NewLotteryBody,
      response: { 200: PreviewAnswer, ...PROBLEMS },
    },
    handler: async (request) =>
      answerPreview(db, await previewLottery(db, request.body as ProposedLottery, await amountInReach(db))),
  });
}
