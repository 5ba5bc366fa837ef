import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { filmsOfTitle } from '../../../video/films.ts';
import { readTitle } from '../../../video/manage-titles.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerFilms, FilmAnswer } from './film-shapes.ts';
import { answerTitle, TitleAnswer, VideoParams } from './video-shapes.ts';

const Answer = TitleAnswer.extend({
  films: z.array(FilmAnswer).describe('Newest first, without deleted ones'),
});

export function readConsoleVideoRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/videos/:id',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'One title in all its languages, with its films and uploads',
      params: VideoParams,
      response: { 200: Answer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      return transaction(db, async (tx) => {
        const title = answerTitle(await readTitle(tx.q, id));
        const films = await answerFilms(tx, await filmsOfTitle(tx.q, id));
        const act = { act: 'videos-read', subject: `video/${id}` };
        await record(tx, { ...act, staff: staffOf(request), why: null, address: request.ip });
        return { ...title, films };
      });
    },
  });
}
