import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import type { FilmStore } from '../../../video/film-store.ts';
import { PART_BYTES, startUpload, takePart } from '../../../video/uploads.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { readUploader } from './film-shapes.ts';
import { VideoParams } from './video-shapes.ts';

/** A part with its framing. */
const PART_BODY_MAX = PART_BYTES + 1_024;
/** Concurrent parts of 4 MB each; bounds the memory that they take in this process. */
const PARTS_AT_ONCE = 6;
const FILM_BYTES_TYPED_MAX = Number.MAX_SAFE_INTEGER;

export function startFilmRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/videos/:id/films',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true },
    schema: {
      tags: ['console'],
      summary: 'Start the upload of a title’s film; when ready, it replaces the previous one',
      params: VideoParams,
      body: z.strictObject({
        fileName: z.string().min(1).max(1_000),
        bytes: z.number().int().min(1).max(FILM_BYTES_TYPED_MAX),
      }),
      response: { 201: z.object({ filmId: z.uuid(), partBytes: z.number().int() }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id: titleId } = request.params;
      const staff = staffOf(request);
      const filmId = await transaction(db, async (tx) => {
        const made = await startUpload(tx, { ...request.body, titleId, staffId: staff.id });
        const after = { titleId, ...request.body };
        const act = { act: 'film-upload-started', subject: `film/${made}`, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return made;
      });
      return reply.code(201).send({ filmId, partBytes: PART_BYTES });
    },
  });
}

/**
 * Takes the parts of a film in order; `wrong-offset` names the offset of the next part. Only the person who began the
 * upload may continue it, so that the log attributes all parts to them.
 */
export function takeFilmPartRoute(http: Http, { db, store }: { db: Db; store: FilmStore }): void {
  void http.register(async (scope: Http) => {
    let inside = 0;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: 'PUT',
      url: '/api/console/films/:id/parts',
      // The page sends parts on its own, so they do not keep a session alive.
      config: { access: 'staff', roles: ['content', 'owner'], unattended: true },
      bodyLimit: PART_BODY_MAX,
      schema: {
        tags: ['console'],
        summary: 'Upload the next part of a film: bytes as the body, all parts of equal length except the last',
        params: VideoParams,
        querystring: z.object({ offset: z.coerce.number().int().min(0).max(FILM_BYTES_TYPED_MAX) }),
        response: { 200: z.object({ receivedBytes: z.number().int() }), ...PROBLEMS },
      },
      onRequest: async (_request, reply) => {
        if (inside >= PARTS_AT_ONCE) throw new Refusal('busy');
        inside += 1;
        reply.raw.once('close', () => {
          inside -= 1;
        });
      },
      handler: async (request) => {
        const { id: filmId } = request.params;
        const sender = await readUploader(db, filmId);
        if (sender === undefined) throw new Refusal('not-found');
        if (sender !== staffOf(request).id) throw new Refusal('forbidden');
        const { body } = request;
        if (!Buffer.isBuffer(body) || body.length === 0) throw new Refusal('invalid-body');
        return { receivedBytes: await takePart(db, store, { filmId, offset: request.query.offset, bytes: body }) };
      },
    });
  });
}
