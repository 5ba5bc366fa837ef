import { z } from 'zod';
import type { MembersDeps } from '../../../members/deps.ts';
import { endMemberSession } from '../../../members/sessions/member-sessions.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { SessionId } from './sessions.ts';

export function endSessionRoute(http: Http, { members }: { members: MembersDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/me/sessions/end',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['members'],
      summary: 'End a session of the member; its streams and calls end at once',
      body: z.strictObject({ id: SessionId }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await endMemberSession(members, identityOf(request), request.body.id);
      return reply.code(204).send(null);
    },
  });
}
