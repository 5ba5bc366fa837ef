import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { forgetSums } from '../../../lottery/play-session.ts';
import { setLimit } from '../../../members/limits/limits.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { answerLimits, KindValue, LimitsAnswer, readValue, TypedValue } from '../../shared/limit-answers.ts';
import type { MemberDeps } from '../deps.ts';

export function setLimitRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/limits',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['limits'],
      summary: 'Set a limit: a tighter one applies at once; a looser one needs a second confirmation after a day',
      body: z.strictObject({ kind: KindValue, value: TypedValue }),
      response: { 200: LimitsAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      const { kind, value } = request.body;
      await transaction(members.db, async (tx) => {
        await setLimit(tx, identity, kind, readValue(value));
        await forgetSums(tx, identity);
      });
      return answerLimits(members, identity);
    },
  });
}
