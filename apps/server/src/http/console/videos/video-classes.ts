import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { listClasses } from '../../../video/classes.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerClass, ClassAnswer } from './video-shapes.ts';

export function listConsoleClassesRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/video-classes',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Classes of the library in order, hidden ones included',
      response: { 200: z.object({ items: z.array(ClassAnswer) }), ...PROBLEMS },
    },
    handler: (request) =>
      transaction(db, async (tx) => {
        const items = (await listClasses(tx.q)).map(answerClass);
        await record(tx, { staff: staffOf(request), act: 'videos-read', why: null, address: request.ip });
        return { items };
      }),
  });
}
