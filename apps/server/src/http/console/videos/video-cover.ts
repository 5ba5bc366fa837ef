import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import { readDraftCover, setCover } from '../../../video/covers.ts';
import { type FilmStore, folderOfFilm } from '../../../video/film-store.ts';
import { readTitle } from '../../../video/manage-titles.ts';
import { POSTER_FILE } from '../../../video/poster.ts';
import type { Http } from '../../http.ts';
import { PICTURE_POLICY } from '../../security.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { bytesOf, type PictureUploads, takeBytes, takeSlot } from '../../shared/uploads.ts';
import { staffOf } from '../staff-caller.ts';
import { answerTitle, TitleAnswer, VideoParams } from './video-shapes.ts';

const PICTURE_BYTES_MAX = 4 * 1_024 * 1_024;

/** The request body is the picture's bytes, as for a banner; the content decides the format. */
export function uploadVideoCoverRoute(http: Http, { db, pictures, uploads }: { db: Db } & PictureUploads): void {
  void http.register(async (scope: Http) => {
    takeBytes(scope);
    scope.route({
      method: 'PUT',
      url: '/api/console/videos/:id/cover',
      config: { access: 'staff', roles: ['content', 'owner'], stepUp: true },
      bodyLimit: PICTURE_BYTES_MAX,
      schema: {
        tags: ['console'],
        summary: 'Upload a cover of a title: JPEG, PNG or WebP as the body, cropped to 16:9 and re-encoded',
        params: VideoParams,
        response: { 200: TitleAnswer, ...PROBLEMS },
      },
      onRequest: async (request, reply) => takeSlot(uploads, staffOf(request).id, reply),
      handler: async (request) => {
        const { id } = request.params;
        const staff = staffOf(request);
        await readTitle(db, id);
        const webp = await pictures.cover(bytesOf(request));
        return transaction(db, async (tx) => {
          const { coverVersion } = await readTitle(tx.q, id);
          const version = await setCover(tx, id, webp);
          const states = { before: { coverVersion }, after: { coverVersion: version } };
          const act = { act: 'video-cover-changed', subject: `video/${id}`, ...states };
          await record(tx, { ...act, staff, why: null, address: request.ip });
          return answerTitle(await readTitle(tx.q, id));
        });
      },
    });
  });
}

/** Includes covers of drafts, which the members' route does not serve. */
export function readConsoleCoverRoute(http: Http, { db, store }: { db: Db; store: FilmStore }): void {
  http.route({
    method: 'GET',
    url: '/api/console/videos/:id/cover',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'The cover of a title, or a frame of its film; 404 without both',
      params: VideoParams,
      querystring: z.object({ v: z.string().max(64).optional().describe('Version of the picture') }),
      response: {
        200: {
          description: 'A picture of 640 by 360',
          content: { 'image/webp': { schema: z.any() }, 'image/jpeg': { schema: z.any() } },
        },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const { picture, filmId } = await readDraftCover(db, request.params.id);
      reply.header('content-security-policy', PICTURE_POLICY);
      if (picture !== null) return reply.type('image/webp').send(picture);
      const poster = filmId === null ? null : await store.get(`${folderOfFilm(filmId)}/${POSTER_FILE}`);
      if (poster === null) throw new Refusal('not-found');
      return reply.type('image/jpeg').send(Buffer.from(poster));
    },
  });
}
