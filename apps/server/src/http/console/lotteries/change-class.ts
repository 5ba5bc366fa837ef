import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { changeClass } from '../../../lottery/classes.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { LotteryClassAnswer, LotteryClassBody, planOf } from './class-shapes.ts';
import { LotteryKeyParams } from './show-lottery.ts';

export function changeLotteryClassRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'PUT',
    url: '/api/console/lottery-classes/:key',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true, readByMembers: true, judgedWords: true },
    schema: {
      tags: ['console'],
      summary: 'Rename, move, hide or show a class of lotteries',
      params: LotteryKeyParams,
      body: LotteryClassBody,
      response: { 200: LotteryClassAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { key } = request.params;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const { before, after } = await changeClass(tx, key, planOf(request.body));
        const act = { act: 'lottery-class-changed', subject: `lottery-class/${key}`, before, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
    },
  });
}
