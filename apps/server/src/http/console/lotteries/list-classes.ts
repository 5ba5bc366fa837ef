import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { listClasses } from '../../../lottery/classes.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { LotteryClassAnswer } from './class-shapes.ts';

export function listLotteryClassesRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/lottery-classes',
    config: { access: 'staff', roles: ['content', 'finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Classes of lotteries in order, hidden ones included',
      response: { 200: z.object({ items: z.array(LotteryClassAnswer) }), ...PROBLEMS },
    },
    handler: (request) =>
      transaction(db, async (tx) => {
        const items = await listClasses(tx.q);
        await record(tx, { staff: staffOf(request), act: 'lotteries-read', why: null, address: request.ip });
        return { items };
      }),
  });
}
