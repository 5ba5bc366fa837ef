import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { exclude } from '../../../members/limits/exclusions.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { answerLimits, LimitsAnswer, Months } from '../../shared/limit-answers.ts';
import type { MemberDeps } from '../deps.ts';

export function selfExcludeRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/self-exclusion',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['limits'],
      summary: 'Self-exclusion: no bets or top-ups from now; cannot be shortened, and does not end by itself',
      body: z.strictObject({
        months: Months,
        payOut: z.boolean().default(false).describe('Pay out the whole balance, and what comes in later'),
      }),
      response: { 200: LimitsAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      const { months, payOut } = request.body;
      const exclusion = { kind: 'self-exclusion', months, paysOut: payOut } as const;
      await transaction(members.db, (tx) => exclude(tx, members, identity, exclusion));
      return answerLimits(members, identity);
    },
  });
}
