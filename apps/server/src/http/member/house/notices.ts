import type { Db } from '../../../db/pool.ts';
import { listNotices } from '../../../house/notices.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { ID_CURSOR, page, pageQuery } from '../../shared/shapes.ts';
import { NoticeAnswer, readerLanguages } from './notice-answers.ts';

export function noticesRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/notices',
    config: { access: 'public' },
    schema: {
      tags: ['house'],
      summary: 'Notices of the house, newest first',
      querystring: pageQuery(ID_CURSOR),
      response: { 200: page(NoticeAnswer), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { limit, cursor } = request.query;
      const languages = await readerLanguages(deps.db, request, reply);
      return listNotices(deps.db, { limit, languages, ...(cursor === undefined ? {} : { before: cursor }) });
    },
  });
}
