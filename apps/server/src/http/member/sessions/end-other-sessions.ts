import { z } from 'zod';
import type { MembersDeps } from '../../../members/deps.ts';
import { endOtherMemberSessions } from '../../../members/sessions/member-sessions.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';

export function endOtherSessionsRoute(http: Http, { members }: { members: MembersDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/me/sessions/end-others',
    config: { access: 'restricted' },
    schema: {
      tags: ['members'],
      summary: 'End all other sessions of the member; their streams and calls end at once',
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await endOtherMemberSessions(members, identityOf(request));
      return reply.code(204).send(null);
    },
  });
}
