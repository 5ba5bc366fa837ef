import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { EXCLUSION_MONTHS, selfExclude } from '../../../members/limits/exclusions.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { answerLimits, LimitsAnswer } from '../../shared/limit-answers.ts';
import type { MemberDeps } from '../deps.ts';

export function selfExcludeRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/self-exclusion',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['limits'],
      summary: 'Self-exclusion: no bets or top-ups for some months from now; cannot be shortened',
      body: z.strictObject({ months: z.union(EXCLUSION_MONTHS.map((months) => z.literal(months))) }),
      response: { 200: LimitsAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      await transaction(members.db, (tx) => selfExclude(tx, members, identity, request.body.months));
      return answerLimits(members, identity);
    },
  });
}
