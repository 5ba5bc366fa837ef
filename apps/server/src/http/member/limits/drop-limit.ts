import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { dropLimit } from '../../../members/limits/limits.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { answerLimits, KindValue, LimitsAnswer } from '../../shared/limit-answers.ts';
import { Uuid } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';

export function dropLimitRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/limits/drop',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['limits'],
      summary: 'Withdraw the request for a looser limit',
      body: z.strictObject({ kind: KindValue, id: Uuid }),
      response: { 200: LimitsAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      const { kind, id } = request.body;
      await transaction(members.db, (tx) => dropLimit(tx, identity, kind, id));
      return answerLimits(members, identity);
    },
  });
}
