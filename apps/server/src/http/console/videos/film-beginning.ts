import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import { rangeOf, readBeginning } from '../../../video/beginning.ts';
import type { FilmStore } from '../../../video/film-store.ts';
import { readFilm } from '../../../video/films.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { VideoParams } from './video-shapes.ts';

const FILE = { description: 'A film', content: { 'video/mp4': { schema: z.any() } } };

/** What each member may watch of a film, also before its title is published. Each start of the player is logged. */
export function readFilmBeginningRoute(http: Http, { db, store }: { db: Db; store: FilmStore }): void {
  http.route({
    method: 'GET',
    url: '/api/console/films/:id/beginning',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'], readCost: 2 },
    schema: {
      tags: ['console'],
      summary: 'The beginning of a ready film that each member may watch, in the smallest size',
      params: VideoParams,
      response: { 200: FILE, 206: FILE, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const film = await readFilm(db, id);
      const bytes = film?.state === 'ready' ? await readBeginning(store, id) : null;
      if (bytes === null) throw new Refusal('not-found');
      const range = rangeOf(request.headers.range, bytes.length);
      // A player reads on in parts. The first one is its start.
      if (range === null || range.from === 0) {
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await transaction(db, (tx) => record(tx, { ...by, act: 'videos-read', subject: `film/${id}` }));
      }
      reply.header('cache-control', 'private, no-store').header('accept-ranges', 'bytes').type('video/mp4');
      if (range === null) return reply.send(bytes);
      reply.header('content-range', `bytes ${range.from}-${range.to}/${bytes.length}`);
      return reply.code(206).send(bytes.subarray(range.from, range.to + 1));
    },
  });
}
