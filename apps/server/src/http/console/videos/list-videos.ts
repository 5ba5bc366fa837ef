import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { ROW_CURSOR } from '../../../db/keyset.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { listTitles, TITLE_SORTS, TITLE_STATES, type TitleQuery } from '../../../video/manage-titles.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery, Uuid } from '../../shared/shapes.ts';
import { DAYS, spanOf } from '../../shared/statement-query.ts';
import { given, sortQuery } from '../list-filter.ts';
import { staffOf } from '../staff-caller.ts';
import { answerTitle, TitleAnswer } from './video-shapes.ts';

/** Filter of titles, shared by the list and its CSV file. */
export const TITLE_FILTER = {
  classId: Uuid.optional(),
  state: z.enum(TITLE_STATES).optional(),
  search: z.string().trim().max(120).optional().describe('Part of a name, in any language'),
  ...DAYS,
  sort: sortQuery(TITLE_SORTS),
};

/** The filter as the domain takes it. Throws `date-bad` if the days of adding end before they begin. */
export function titleFilter(query: z.infer<z.ZodObject<typeof TITLE_FILTER>>): Omit<TitleQuery, 'limit' | 'cursor'> {
  const { from, to, ...same } = query;
  return { ...given(same), ...spanOf({ from, to }) };
}

export function listConsoleVideosRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/videos',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Titles of the library, usually newest first, drafts and withdrawn ones included',
      querystring: pageQuery(ROW_CURSOR).extend(TITLE_FILTER),
      response: { 200: page(TitleAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor, ...filter } = request.query;
      return transaction(db, async (tx) => {
        const found = await listTitles(tx.q, { ...titleFilter(filter), ...given({ cursor }), limit });
        await record(tx, { staff: staffOf(request), act: 'videos-read', why: null, address: request.ip });
        return { ...found, items: found.items.map(answerTitle) };
      });
    },
  });
}
