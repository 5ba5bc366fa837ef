import { z } from 'zod';
import type { Db } from '../../db/pool.ts';
import { listNotices } from '../../house/notices.ts';
import type { Http } from '../http.ts';
import { PROBLEMS } from './forms.ts';
import { page, pageQuery } from './shapes.ts';

const CURSOR = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const NoticeAnswer = z.object({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  atMs: z.number().int(),
});

export function noticesRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/notices',
    config: { access: 'public' },
    schema: {
      tags: ['house'],
      summary: 'What the house says to everybody, newest first',
      querystring: pageQuery(CURSOR),
      response: { 200: page(NoticeAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor } = request.query;
      return listNotices(deps.db, { limit, ...(cursor === undefined ? {} : { before: cursor }) });
    },
  });
}
