import { z } from 'zod';
import type { Identity } from '../../identity.ts';
import type { MembersDeps } from '../../members/deps.ts';
import { type Me, readMe } from '../../members/me.ts';
import { identityOf } from '../auth.ts';
import type { Http } from '../http.ts';
import { AvatarValue } from './avatar-shapes.ts';
import { PROBLEMS } from './forms.ts';

const Minor = z.string().regex(/^\d+$/);

export const MeAnswer = z.object({
  id: z.uuid(),
  userName: z.string(),
  avatar: AvatarValue,
  level: z.number().int(),
  lastAddress: z.string().nullable().describe('Where the sign-in before this one came from'),
  availableMinor: Minor,
  heldMinor: Minor,
  checkScore: z.number().nullable(),
  unreadMessages: z.number().int(),
  restricted: z.boolean(),
  suspension: z.object({ reason: z.string(), until: z.iso.datetime().nullable() }).nullable(),
  closing: z.boolean().describe('The account is being closed and paid out'),
  createdAt: z.iso.datetime(),
  agreementVersion: z.number().int(),
  currentAgreementVersion: z.number().int().describe('When it is above agreementVersion, the member is asked again'),
});
z.globalRegistry.add(MeAnswer, { id: 'Me' });

export function meRoute(http: Http, deps: { members: MembersDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/me',
    config: { access: 'restricted' },
    schema: {
      tags: ['members'],
      summary: 'Who is signed in',
      response: { 200: MeAnswer, ...PROBLEMS },
    },
    handler: (request) => answerMe(deps.members, identityOf(request)),
  });
}

export async function answerMe(deps: MembersDeps, identity: Identity): Promise<z.infer<typeof MeAnswer>> {
  return inJson(await readMe(deps, identity));
}

function inJson({ available, held, suspension, createdAt, ...me }: Me): z.infer<typeof MeAnswer> {
  return {
    ...me,
    availableMinor: available.toString(),
    heldMinor: held.toString(),
    checkScore: null,
    suspension: suspension && { reason: suspension.reason, until: suspension.until?.toISOString() ?? null },
    createdAt: createdAt.toISOString(),
  };
}
