import { transaction } from '../../../db/transaction.ts';
import { setMemberPicture } from '../../../members/account/avatars.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { bytesOf, type PictureUploads, takeBytes, takeSlot } from '../../shared/uploads.ts';
import type { MemberDeps } from '../deps.ts';
import { AvatarAnswer } from './avatar-shapes.ts';

const PICTURE_BYTES_MAX = 2 * 1_024 * 1_024;

/** The request body is the picture's bytes. The content decides the format; the `content-type` header is ignored. */
export function uploadAvatarRoute(
  http: Http,
  { members, pictures, uploads }: Pick<MemberDeps, 'members'> & PictureUploads,
): void {
  void http.register(async (scope: Http) => {
    takeBytes(scope);
    scope.route({
      method: 'PUT',
      url: '/api/me/avatar',
      config: { access: 'restricted' },
      bodyLimit: PICTURE_BYTES_MAX,
      schema: {
        tags: ['person'],
        summary: 'Upload a picture: JPEG, PNG or WebP as the body, cropped to the middle and re-encoded',
        response: { 200: AvatarAnswer, ...PROBLEMS },
      },
      onRequest: async (request, reply) => takeSlot(uploads, identityOf(request).memberId, reply),
      handler: async (request) => {
        const webp = await pictures.square(bytesOf(request));
        return { avatar: await transaction(members.db, (tx) => setMemberPicture(tx, identityOf(request), webp)) };
      },
    });
  });
}
