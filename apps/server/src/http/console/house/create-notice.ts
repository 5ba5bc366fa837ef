import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readNotice } from '../../../house/all-notices.ts';
import { createNotice, publishNotice } from '../../../house/notices.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerNotice, NOTICE_BYTES_MAX, NoticeBody, timesOf, WholeNoticeAnswer } from './notice-shapes.ts';

export function createNoticeRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/notices',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true, readByMembers: true, judgedWords: true },
    bodyLimit: NOTICE_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Publish a notice to everyone for a span of time',
      body: NoticeBody,
      response: { 201: WholeNoticeAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { texts, ...times } = request.body;
      const staff = staffOf(request);
      const answer = await transaction(db, async (tx) => {
        const id = await createNotice(tx, texts);
        await publishNotice(tx, id, timesOf(times));
        const after = answerNotice(await readNotice(tx.q, id));
        const act = { act: 'notice-created', subject: `notice/${id}`, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
      return reply.code(201).send(answer);
    },
  });
}
