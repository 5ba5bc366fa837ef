import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { confirmEnd, requestEnd } from '../../../members/limits/end-exclusion.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { answerLimits, LimitsAnswer } from '../../shared/limit-answers.ts';
import type { MemberDeps } from '../deps.ts';

export function requestExclusionEndRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/self-exclusion/end-request',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['limits'],
      summary: 'Request the end of a self-exclusion whose months have passed; it needs a second yes a day later',
      body: z.strictObject({}),
      response: { 200: LimitsAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      await transaction(members.db, (tx) => requestEnd(tx, identity));
      return answerLimits(members, identity);
    },
  });
}

export function confirmExclusionEndRoute(http: Http, { members }: Pick<MemberDeps, 'members'>): void {
  http.route({
    method: 'POST',
    url: '/api/me/self-exclusion/end',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['limits'],
      summary: 'End a self-exclusion: the second yes, between a day and a week after the request',
      body: z.strictObject({ id: z.uuid().describe('Of the request') }),
      response: { 200: LimitsAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const identity = identityOf(request);
      await transaction(members.db, (tx) => confirmEnd(tx, identity, request.body.id));
      return answerLimits(members, identity);
    },
  });
}
