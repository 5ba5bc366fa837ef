import { transaction } from '../../../db/transaction.ts';
import { setOwnPicture } from '../../../members/account/avatars.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import type { PictureUploads } from '../../shared/uploads.ts';
import type { MemberDeps } from '../deps.ts';
import { AvatarAnswer } from './avatar-shapes.ts';

const PICTURE_BYTES_MAX = 2 * 1_024 * 1_024;

/**
 * The request body is the picture's bytes. The route has its own scope, since all other bodies are JSON. The content
 * decides the format; the `content-type` header is ignored.
 */
export function uploadAvatarRoute(
  http: Http,
  { members, pictures, uploads }: Pick<MemberDeps, 'members'> & PictureUploads,
): void {
  void http.register(async (scope: Http) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route({
      method: 'PUT',
      url: '/api/me/avatar',
      config: { access: 'restricted' },
      bodyLimit: PICTURE_BYTES_MAX,
      schema: {
        tags: ['person'],
        summary: 'Show a picture of one’s own: a JPEG, PNG or WebP as the body, of which its middle is drawn anew',
        response: { 200: AvatarAnswer, ...PROBLEMS },
      },
      // Takes the slot before the body is read, and holds it until the answer is sent or the connection closes.
      onRequest: async (request, reply) => {
        const { memberId } = identityOf(request);
        uploads.count(memberId);
        reply.raw.once('close', uploads.enter(memberId));
      },
      handler: async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const webp = await pictures.square(body);
        return { avatar: await transaction(members.db, (tx) => setOwnPicture(tx, identityOf(request), webp)) };
      },
    });
  });
}
