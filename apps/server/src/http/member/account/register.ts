import { z } from 'zod';
import { CONSENTS } from '../../../members/account/consents.ts';
import { register } from '../../../members/account/register.ts';
import type { MembersDeps } from '../../../members/deps.ts';
import { setSessionCookie } from '../../auth.ts';
import { refuseOtherCountry } from '../../caller-country.ts';
import type { Http } from '../../http.ts';
import type { SecurityOptions } from '../../security.ts';
import { callerOf, FORM_BYTES_MAX, PROBLEMS, Typed, TypedUserName } from '../../shared/forms.ts';
import { answerMe, MeAnswer } from './me.ts';

const Body = z.strictObject({
  userName: TypedUserName,
  password: Typed,
  inviteCode: Typed,
  birthDate: Typed.describe('YYYY-MM-DD'),
  agreementVersion: z.number().int().describe('Version of the agreement that the member accepted'),
  accepted: z
    .array(z.enum(CONSENTS))
    .max(CONSENTS.length)
    .default([])
    .describe('Parts that the member accepted by a box of their own; all are needed'),
});

const Answer = z.object({
  member: MeAnswer,
  recoveryCodes: z.array(z.string()).describe('Shown only once'),
});

export function registerRoute(http: Http, deps: { members: MembersDeps; security: SecurityOptions }): void {
  http.route({
    method: 'POST',
    url: '/api/members',
    config: { access: 'public', anyCaller: true, proves: 'joining' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['members'],
      summary: 'Join with an invite; signs the new member in',
      body: Body,
      response: { 201: Answer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      refuseOtherCountry(request, deps.security.country);
      const { session, recoveryCodes } = await register(
        deps.members,
        request.body,
        callerOf(request),
        request.identity,
      );
      request.meant = session.identity.memberId;
      const member = await answerMe(deps.members, session.identity);
      setSessionCookie(request, reply, deps.security, session);
      return reply.code(201).send({ member, recoveryCodes });
    },
  });
}
