import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readBanner, setBannerPicture } from '../../../house/banners.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { bytesOf, type PictureUploads, takeBytes, takeSlot } from '../../shared/uploads.ts';
import { staffOf } from '../staff-caller.ts';
import { answerBanner, BannerAnswer, BannerParams } from './banner-shapes.ts';

const PICTURE_BYTES_MAX = 4 * 1_024 * 1_024;

/** The request body is the picture's bytes, as for an avatar; the content decides the format. */
export function uploadBannerPictureRoute(http: Http, { db, pictures, uploads }: { db: Db } & PictureUploads): void {
  void http.register(async (scope: Http) => {
    takeBytes(scope);
    scope.route({
      method: 'PUT',
      url: '/api/console/banners/:id/picture',
      config: { access: 'staff', roles: ['content', 'owner'], stepUp: true },
      bodyLimit: PICTURE_BYTES_MAX,
      schema: {
        tags: ['console'],
        summary: 'Upload a picture of a banner: JPEG, PNG or WebP as the body, cropped to the middle and re-encoded',
        params: BannerParams,
        response: { 200: BannerAnswer, ...PROBLEMS },
      },
      onRequest: async (request, reply) => takeSlot(uploads, staffOf(request).id, reply),
      handler: async (request) => {
        const { id } = request.params;
        const staff = staffOf(request);
        await readBanner(db, id);
        const webp = await pictures.wide(bytesOf(request));
        return transaction(db, async (tx) => {
          const before = answerBanner(await readBanner(tx.q, id));
          const after = answerBanner(await setBannerPicture(tx, id, webp));
          const act = { act: 'banner-changed', subject: `banner/${id}`, before, after };
          await record(tx, { ...act, staff, why: null, address: request.ip });
          return after;
        });
      },
    });
  });
}
