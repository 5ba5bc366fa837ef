import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { removeAvatar } from '../../../members/account/avatars.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import type { MemberDeps } from '../deps.ts';

export function removeAvatarRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'DELETE',
    url: '/api/me/avatar',
    config: { access: 'restricted' },
    schema: {
      tags: ['person'],
      summary: 'Delete the picture, or remove the drawing',
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await transaction(members.db, (tx) => removeAvatar(tx, identityOf(request)));
      return reply.code(204).send(null);
    },
  });
}
