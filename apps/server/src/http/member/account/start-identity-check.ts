import { startCheck } from '../../../identity-checks/start-check.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { localeOf } from '../../shared/accept-language.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { pageOrigin } from '../../shared/page-origin.ts';
import type { MemberDeps } from '../deps.ts';
import { answerIdentity, IdentityAnswer } from './identity.ts';

/** Path to which the provider returns the browser. The page follows the check from there. */
const RETURN_PATH = '/Identity';

export function startIdentityCheckRoute(
  http: Http,
  { identity, security }: Pick<MemberDeps, 'identity' | 'security'>,
): void {
  http.route({
    method: 'POST',
    url: '/api/me/identity',
    config: { access: 'member' },
    schema: {
      tags: ['person'],
      summary: 'Start an identity check on the provider’s page, or return the one in progress',
      response: { 200: IdentityAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const member = identityOf(request);
      const returnUrl = `${pageOrigin(request, security)}${RETURN_PATH}`;
      await startCheck(identity, member, { returnUrl, locale: localeOf(request) });
      return answerIdentity(identity, member);
    },
  });
}
