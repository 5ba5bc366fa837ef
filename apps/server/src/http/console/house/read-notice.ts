import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readNotice } from '../../../house/all-notices.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerNotice, NoticeParams, WholeNoticeAnswer } from './notice-shapes.ts';

export function readNoticeRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/notices/:id',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'One notice in all its languages',
      params: NoticeParams,
      response: { 200: WholeNoticeAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      return transaction(db, async (tx) => {
        const answer = answerNotice(await readNotice(tx.q, id));
        const act = { act: 'notices-read', subject: `notice/${id}` };
        await record(tx, { ...act, staff: staffOf(request), why: null, address: request.ip });
        return answer;
      });
    },
  });
}
