import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { chooseMadeAvatar } from '../../../members/account/avatars.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import type { MemberDeps } from '../deps.ts';
import { AvatarAnswer, MadeAvatarId } from './avatar-shapes.ts';

export function chooseAvatarRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/avatar',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['person'],
      summary: 'Choose a built-in drawing; it replaces the uploaded picture',
      body: z.strictObject({ made: MadeAvatarId }),
      response: { 200: AvatarAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const { made } = request.body;
      return { avatar: await transaction(members.db, (tx) => chooseMadeAvatar(tx, identityOf(request), made)) };
    },
  });
}
