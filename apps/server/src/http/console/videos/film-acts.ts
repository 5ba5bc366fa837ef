import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import type { FilmStore } from '../../../video/film-store.ts';
import { readFilm } from '../../../video/films.ts';
import { cancelUpload, retryFilm } from '../../../video/uploads.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerFilm, FilmAnswer } from './film-shapes.ts';
import { VideoParams } from './video-shapes.ts';

/** Progress of an upload or an encoding; the title's page polls it. */
export function readFilmRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/films/:id',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'], unattended: true },
    schema: {
      tags: ['console'],
      summary: 'One film: progress of upload and encoding, or why it failed',
      params: VideoParams,
      response: { 200: FilmAnswer, ...PROBLEMS },
    },
    handler: (request) =>
      transaction(db, async (tx) => {
        const film = await readFilm(tx.q, request.params.id);
        if (film === null) throw new Refusal('not-found');
        return answerFilm(tx, film);
      }),
  });
}

export function retryFilmRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/films/:id/retry',
    config: { access: 'staff', roles: ['content', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Retry the encoding of a film after an encoder failure; an invalid file stays refused',
      params: VideoParams,
      response: { 200: FilmAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      return transaction(db, async (tx) => {
        const { state, fault } = await retryFilm(tx, id);
        const film = await readFilm(tx.q, id);
        if (film === null) throw new Refusal('not-found');
        const answer = await answerFilm(tx, film);
        const states = { before: { state, fault }, after: { state: film.state } };
        const act = { act: 'film-retried', subject: `film/${id}`, ...states };
        await record(tx, { ...act, staff: staffOf(request), why: null, address: request.ip });
        return answer;
      });
    },
  });
}

export function cancelFilmRoute(http: Http, { db, store }: { db: Db; store: FilmStore }): void {
  http.route({
    method: 'DELETE',
    url: '/api/console/films/:id',
    config: { access: 'staff', roles: ['content', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Cancel an upload, or delete a failed film; a ready film stays',
      params: VideoParams,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      await transaction(db, async (tx) => {
        const { titleId, fileName, state, received } = await cancelUpload(tx, store, id);
        const before = { titleId, fileName, state, receivedBytes: received };
        const act = { act: 'film-removed', subject: `film/${id}`, before };
        await record(tx, { ...act, staff: staffOf(request), why: null, address: request.ip });
      });
      return reply.code(204).send(null);
    },
  });
}
