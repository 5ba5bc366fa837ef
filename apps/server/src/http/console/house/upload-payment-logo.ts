import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readPaymentLogo, setPaymentLogoPicture } from '../../../house/payment-logos.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { bytesOf, type PictureUploads, takeBytes, takeSlot } from '../../shared/uploads.ts';
import { staffOf } from '../staff-caller.ts';
import { LogoAnswer, LogoParams } from './payment-logos.ts';

const PICTURE_BYTES_MAX = 4 * 1_024 * 1_024;

/** The request body is the picture's bytes, as for a banner; the content decides the format. */
export function uploadPaymentLogoRoute(http: Http, { db, pictures, uploads }: { db: Db } & PictureUploads): void {
  void http.register(async (scope: Http) => {
    takeBytes(scope);
    scope.route({
      method: 'PUT',
      url: '/api/console/payment-logos/:id/picture',
      config: { access: 'staff', roles: ['content', 'owner'], stepUp: true },
      bodyLimit: PICTURE_BYTES_MAX,
      schema: {
        tags: ['console'],
        summary: 'Upload a picture of a payment logo: JPEG, PNG or WebP as the body, re-encoded without cropping',
        params: LogoParams,
        response: { 200: LogoAnswer, ...PROBLEMS },
      },
      onRequest: async (request, reply) => takeSlot(uploads, staffOf(request).id, reply),
      handler: async (request) => {
        const { id } = request.params;
        const staff = staffOf(request);
        await readPaymentLogo(db, id);
        const webp = await pictures.logo(bytesOf(request));
        return transaction(db, async (tx) => {
          const { before, after } = await setPaymentLogoPicture(tx, id, webp);
          const act = { act: 'payment-logo-changed', subject: `payment-logo/${id}`, before, after };
          await record(tx, { ...act, staff, why: null, address: request.ip });
          return after;
        });
      },
    });
  });
}
