import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { listTitles, TITLE_STATES } from '../../../video/manage-titles.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { ID_CURSOR, page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { given } from '../members/list-members.ts';
import { staffOf } from '../staff-caller.ts';
import { answerTitle, TitleAnswer } from './video-shapes.ts';

export function listConsoleVideosRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/videos',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Titles of the library, newest first, drafts and withdrawn ones included',
      querystring: pageQuery(ID_CURSOR).extend({
        classId: Uuid.optional(),
        state: z.enum(TITLE_STATES).optional(),
        search: z.string().trim().max(120).optional().describe('Part of a name, in any language'),
      }),
      response: { 200: page(TitleAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, ...filter } = request.query;
      return transaction(db, async (tx) => {
        const found = await listTitles(tx.q, { ...given(filter), limit });
        await record(tx, { staff: staffOf(request), act: 'videos-read', why: null, address: request.ip });
        return { ...found, items: found.items.map(answerTitle) };
      });
    },
  });
}
