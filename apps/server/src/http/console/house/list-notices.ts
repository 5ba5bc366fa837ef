import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { listAllNotices } from '../../../house/all-notices.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { ID_CURSOR, page, pageQuery } from '../../shared/shapes.ts';
import { staffOf } from '../staff-caller.ts';
import { answerNotice, WholeNoticeAnswer } from './notice-shapes.ts';

export function listAllNoticesRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/notices',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'All notices in all languages, newest first, scheduled and withdrawn ones included',
      querystring: pageQuery(ID_CURSOR),
      response: { 200: page(WholeNoticeAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor } = request.query;
      return transaction(db, async (tx) => {
        const found = await listAllNotices(tx.q, { limit, ...(cursor === undefined ? {} : { before: cursor }) });
        await record(tx, { staff: staffOf(request), act: 'notices-read', why: null, address: request.ip });
        return { ...found, items: found.items.map(answerNotice) };
      });
    },
  });
}
