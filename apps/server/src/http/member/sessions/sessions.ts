import { z } from 'zod';
import type { MembersDeps } from '../../../members/deps.ts';
import { listSessions } from '../../../members/sessions/member-sessions.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';

/** Id of a session in the list. It reveals no part of the token or of its stored hash. */
export const SessionId = z.string().regex(/^[0-9a-f]{32}$/);

const MemberSessionAnswer = z.object({
  id: SessionId,
  current: z.boolean().describe('True for the session of this request'),
  device: z
    .object({ browser: z.string().nullable(), system: z.string().nullable() })
    .describe('Device, from its own description; null if unknown'),
  address: z.string().nullable().describe('Address of the sign-in'),
  startedAtMs: z.number().int(),
  usedAtMs: z.number().int().describe('Time of the last use, to the hour'),
});

export function listSessionsRoute(http: Http, { members }: { members: MembersDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/me/sessions',
    config: { access: 'restricted' },
    schema: {
      tags: ['members'],
      summary: 'The member’s sessions: this one first, at most 100',
      response: { 200: z.object({ items: z.array(MemberSessionAnswer), total: z.number().int() }), ...PROBLEMS },
    },
    handler: (request) => listSessions(members.db, identityOf(request)),
  });
}
