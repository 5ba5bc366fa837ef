import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { createClass } from '../../../lottery/classes.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { LotteryClassAnswer, LotteryClassBody, planOf } from './class-shapes.ts';
import { LotteryKey } from './new-lottery-shapes.ts';

export function createLotteryClassRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/lottery-classes',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true, readByMembers: true, judgedWords: true },
    schema: {
      tags: ['console'],
      summary: 'Create a class of lotteries',
      body: LotteryClassBody.extend({ key: LotteryKey.describe('Part of URLs; never changes') }),
      response: { 201: LotteryClassAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { key, ...body } = request.body;
      const staff = staffOf(request);
      const answer = await transaction(db, async (tx) => {
        const after = await createClass(tx, { key, ...planOf(body) });
        const act = { act: 'lottery-class-created', subject: `lottery-class/${key}`, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
      return reply.code(201).send(answer);
    },
  });
}
