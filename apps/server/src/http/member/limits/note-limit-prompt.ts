import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { notePrompted } from '../../../members/limits/limit-prompt.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { answerLimits, LimitsAnswer } from '../../shared/limit-answers.ts';
import type { MemberDeps } from '../deps.ts';

export function noteLimitPromptRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/limits/prompted',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['limits'],
      summary: 'Record that the prompt for a deposit limit before the first top-up was answered',
      body: z.strictObject({}),
      response: { 200: LimitsAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      await transaction(members.db, (tx) => notePrompted(tx, identity));
      return answerLimits(members, identity);
    },
  });
}
