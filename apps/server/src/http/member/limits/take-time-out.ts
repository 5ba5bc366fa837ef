import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { exclude, TIME_OUT_HOURS } from '../../../members/limits/exclusions.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { answerLimits, LimitsAnswer } from '../../shared/limit-answers.ts';
import type { MemberDeps } from '../deps.ts';

export function takeTimeOutRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/time-out',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['limits'],
      summary: 'Time-out: no bets or top-ups for some hours from now',
      body: z.strictObject({ hours: z.int().min(TIME_OUT_HOURS.min).max(TIME_OUT_HOURS.max) }),
      response: { 200: LimitsAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      await transaction(members.db, (tx) => exclude(tx, members, identity, { kind: 'time-out', ...request.body }));
      return answerLimits(members, identity);
    },
  });
}
