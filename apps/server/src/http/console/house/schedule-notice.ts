import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readNotice, takeNotice } from '../../../house/all-notices.ts';
import { publishNotice } from '../../../house/notices.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerNotice, NoticeParams, NoticeTimes, timesOf, WholeNoticeAnswer } from './notice-shapes.ts';

export function scheduleNoticeRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'PUT',
    url: '/api/console/notices/:id',
    config: { access: 'staff', roles: ['content', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Reschedule a notice; once shown, its start stays',
      params: NoticeParams,
      body: NoticeTimes,
      response: { 200: WholeNoticeAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const before = answerNotice(await takeNotice(tx, id));
        await publishNotice(tx, id, timesOf(request.body));
        const after = answerNotice(await readNotice(tx.q, id));
        const act = { act: 'notice-scheduled', subject: `notice/${id}`, before, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
    },
  });
}
