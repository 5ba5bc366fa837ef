import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { type Agreements, acceptAgreement } from '../../../members/account/agreement.ts';
import { CONSENTS } from '../../../members/account/consents.ts';
import type { MembersDeps } from '../../../members/deps.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';

const Answer = z.object({
  version: z.number().int(),
  locale: z.string().describe('Language of the text; English if there is no translation'),
  sections: z.array(z.object({ id: z.string(), title: z.string(), paragraphs: z.array(z.string()) })),
});

export function agreementRoute(http: Http, { agreements }: { agreements: Agreements }): void {
  http.route({
    method: 'GET',
    url: '/api/agreement',
    config: { access: 'public' },
    schema: {
      tags: ['members'],
      summary: 'The current agreement: terms, game rules and privacy',
      querystring: z.object({ locale: z.string().max(35).optional() }),
      response: { 200: Answer, ...PROBLEMS },
    },
    handler: async (request) => agreements.read(request.query.locale),
  });
}

export function acceptAgreementRoute(http: Http, deps: { members: MembersDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/me/agreement',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['members'],
      summary: 'Agree to the current version of the agreement',
      body: z.strictObject({
        version: z.number().int(),
        accepted: z.array(z.enum(CONSENTS)).max(CONSENTS.length).default([]).describe('All are needed'),
      }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { memberId } = identityOf(request);
      await transaction(deps.members.db, (tx) =>
        acceptAgreement(tx, memberId, request.body, deps.members.house.agreementVersion),
      );
      return reply.code(204).send(null);
    },
  });
}
