import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { takeNotice } from '../../../house/all-notices.ts';
import { withdrawNotice } from '../../../house/notices.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerNotice, NoticeParams } from './notice-shapes.ts';

export function withdrawNoticeRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'DELETE',
    url: '/api/console/notices/:id',
    config: { access: 'staff', roles: ['content', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Withdraw a notice; its text stays on record',
      params: NoticeParams,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const staff = staffOf(request);
      await transaction(db, async (tx) => {
        const before = answerNotice(await takeNotice(tx, id));
        await withdrawNotice(tx, id);
        const act = { act: 'notice-withdrawn', subject: `notice/${id}`, before };
        await record(tx, { ...act, staff, why: null, address: request.ip });
      });
      return reply.code(204).send(null);
    },
  });
}
