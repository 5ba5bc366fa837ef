import { z } from 'zod';
import { recover } from '../../../members/account/recover.ts';
import type { MembersDeps } from '../../../members/deps.ts';
import type { Http } from '../../http.ts';
import { callerOf, FORM_BYTES_MAX, PROBLEMS, Typed, TypedUserName } from '../../shared/forms.ts';

const Body = z.strictObject({ userName: TypedUserName, recoveryCode: Typed, newPassword: Typed });

export function recoverRoute(http: Http, deps: { members: MembersDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/recover',
    config: { access: 'public', anyCaller: true, proves: 'recovery' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['members'],
      summary: 'Set a new password with a recovery code; all sessions end',
      body: Body,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await recover(deps.members, request.body, callerOf(request), (memberId) => {
        request.meant = memberId;
      });
      return reply.code(204).send(null);
    },
  });
}
