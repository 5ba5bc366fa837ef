import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { addLogo, readLogo } from '../../../house/face.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { PICTURE_POLICY } from '../../security.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { bytesOf, type PictureUploads, takeBytes, takeSlot } from '../../shared/uploads.ts';
import { staffOf } from '../staff-caller.ts';
import { LogoId } from './face-shapes.ts';

const PICTURE_BYTES_MAX = 4 * 1_024 * 1_024;

/** The request body is the picture's bytes, as for a banner; the content decides the format. */
export function uploadLogoRoute(http: Http, { db, pictures, uploads }: { db: Db } & PictureUploads): void {
  void http.register(async (scope: Http) => {
    takeBytes(scope);
    scope.route({
      method: 'PUT',
      url: '/api/console/face/logo',
      config: { access: 'staff', roles: ['owner'], stepUp: true },
      bodyLimit: PICTURE_BYTES_MAX,
      schema: {
        tags: ['console'],
        summary: 'Upload a logo of the house: JPEG, PNG or WebP as the body, re-encoded; members do not see it yet',
        response: { 200: z.object({ id: LogoId }), ...PROBLEMS },
      },
      onRequest: async (request, reply) => takeSlot(uploads, staffOf(request).id, reply),
      handler: async (request) => {
        const staff = staffOf(request);
        const webp = await pictures.mark(bytesOf(request));
        return transaction(db, async (tx) => {
          const id = await addLogo(tx, webp);
          const act = { act: 'logo-uploaded', subject: 'house', after: { logo: id } };
          await record(tx, { ...act, staff, why: null, address: request.ip });
          return { id };
        });
      },
    });
  });
}

/** For the preview before members see it. */
export function readLogoRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/face/logos/:id',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'An uploaded logo of the house',
      params: z.object({ id: LogoId }),
      response: {
        200: { description: 'A logo within 512 by 512', content: { 'image/webp': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const picture = await transaction(db, async (tx) => {
        await record(tx, { staff: staffOf(request), act: 'face-read', why: null, address: request.ip });
        return readLogo(tx.q, request.params.id);
      });
      if (picture === null) throw new Refusal('not-found');
      reply.header('cache-control', 'private, max-age=3600').header('content-security-policy', PICTURE_POLICY);
      return reply.type('image/webp').send(picture);
    },
  });
}
