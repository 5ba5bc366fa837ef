import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readNotice, takeNotice } from '../../../house/all-notices.ts';
import { correctNotice } from '../../../house/notices.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerNotice, CorrectionBody, NOTICE_BYTES_MAX, NoticeParams, WholeNoticeAnswer } from './notice-shapes.ts';

export function correctNoticeRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'PUT',
    url: '/api/console/notices/:id/texts',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true, readByMembers: true, judgedWords: true },
    bodyLimit: NOTICE_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Correct the texts of a notice; once it was shown, members read that it was edited',
      params: NoticeParams,
      body: CorrectionBody,
      response: { 200: WholeNoticeAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const before = answerNotice(await takeNotice(tx, id));
        await correctNotice(tx, id, request.body);
        const after = answerNotice(await readNotice(tx.q, id));
        const act = { act: 'notice-corrected', subject: `notice/${id}`, before, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
    },
  });
}
