import { z } from 'zod';
import { askRegisterIfDue, type RegisterDeps } from '../../../identity-checks/register-answers.ts';
import type { MembersDeps } from '../../../members/deps.ts';
import { signIn } from '../../../members/sessions/sign-in.ts';
import { setSessionCookie } from '../../auth.ts';
import type { Http } from '../../http.ts';
import type { SecurityOptions } from '../../security.ts';
import { callerOf, FORM_BYTES_MAX, PROBLEMS, Typed, TypedUserName } from '../../shared/forms.ts';
import { answerMe, MeAnswer } from '../account/me.ts';

const Body = z.strictObject({ userName: TypedUserName, password: Typed });

interface SignInDeps {
  members: MembersDeps;
  security: SecurityOptions;
  register: RegisterDeps;
}

export function signInRoute(http: Http, deps: SignInDeps): void {
  http.route({
    method: 'POST',
    url: '/api/session',
    config: { access: 'public', anyCaller: true, proves: 'sign-in' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['members'],
      summary: 'Sign in; a suspended or leaving member gets a restricted session',
      body: Body,
      response: { 201: z.object({ member: MeAnswer }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const session = await signIn(deps.members, request.body, callerOf(request), {
        replaced: request.identity,
        onMeant(memberId) {
          request.meant = memberId;
        },
      });
      await askRegisterIfDue(deps.register, session.identity);
      const member = await answerMe(deps.members, session.identity);
      setSessionCookie(request, reply, deps.security, session);
      return reply.code(201).send({ member });
    },
  });
}
