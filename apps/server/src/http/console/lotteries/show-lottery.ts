import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { LANGUAGES } from '../../../languages.ts';
import { type LotteryWords, showLottery, type Texts } from '../../../lottery/show-lottery.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { Line } from '../input-shapes.ts';
import { staffOf } from '../staff-caller.ts';

export const LotteryName = Line.min(1).max(60);
export const LotteryDescription = z.string().trim().max(200);
export const Position = z.number().int().min(0).max(999);

export const LotteryTexts = z
  .partialRecord(z.enum(LANGUAGES), z.strictObject({ name: LotteryName, description: LotteryDescription }))
  .describe('Translations, by language');

const Body = z.strictObject({
  name: LotteryName,
  description: LotteryDescription,
  hot: z.boolean(),
  position: Position,
  hidden: z.boolean().describe('True if no list of members shows it; its page, bets and proofs stay'),
  texts: LotteryTexts,
});

export const LotteryKeyParams = z.object({ key: z.string().max(32) });

export function showLotteryRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'PUT',
    url: '/api/console/lotteries/:key',
    config: { access: 'staff', roles: ['content', 'owner'], readByMembers: true, judgedWords: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Change the display of a lottery: name, description, place, and whether lists and Home show it',
      params: LotteryKeyParams,
      body: Body,
      response: { 200: Body, ...PROBLEMS },
    },
    handler: (request) => {
      const { key } = request.params;
      const after = { ...request.body, texts: request.body.texts as Texts<LotteryWords> };
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const before = await showLottery(tx, key, after, staff.id);
        const act = { act: 'lottery-shown', subject: `lottery/${key}`, before, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
    },
  });
}
