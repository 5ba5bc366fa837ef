import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { answerLimits, LimitsAnswer } from '../../shared/limit-answers.ts';
import type { MemberDeps } from '../deps.ts';

export function limitsRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'GET',
    url: '/api/me/limits',
    config: { access: 'restricted', readCost: 2 },
    schema: {
      tags: ['limits'],
      summary: 'The member’s own limits, their current use, and pending requests',
      response: { 200: LimitsAnswer, ...PROBLEMS },
    },
    handler: (request) => answerLimits(members, identityOf(request)),
  });
}
