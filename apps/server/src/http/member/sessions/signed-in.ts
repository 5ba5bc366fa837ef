import { z } from 'zod';
import type { MembersDeps } from '../../../members/deps.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { answerMe, MeAnswer } from '../account/me.ts';

/** The member of the caller's session; null for a visitor. A visitor's answer is no error, unlike that of `/api/me`. */
export function signedInRoute(http: Http, deps: { members: MembersDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/session',
    config: { access: 'public', answersSession: true, readCost: 2 },
    schema: {
      tags: ['members'],
      summary: 'The signed-in member; null for a visitor',
      response: { 200: z.object({ member: MeAnswer.nullable() }), ...PROBLEMS },
    },
    handler: async ({ identity }) => ({ member: identity && (await answerMe(deps.members, identity)) }),
  });
}
