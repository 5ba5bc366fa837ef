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
      summary: 'The own limits, what counts against them now, and what was asked for',
      response: { 200: LimitsAnswer, ...PROBLEMS },
    },
    handler: (request) => answerLimits(members, identityOf(request)),
  });
}
