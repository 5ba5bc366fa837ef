import { z } from 'zod';
import { newId } from '../../../db/ids.ts';
import { ProviderFailure } from '../../../payments/provider/provider.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { localeOf } from '../../shared/accept-language.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { pageOrigin } from '../../shared/page-origin.ts';
import type { MemberDeps } from '../deps.ts';

const Answer = z.object({
  url: z.string().describe('URL of the provider’s card frame'),
  origin: z.string().describe('Origin of its messages'),
  reference: z.uuid().describe('Sent back with the token when the form is submitted'),
});

export function openCardFieldRoute(
  http: Http,
  { payments, security }: Pick<MemberDeps, 'payments' | 'security'>,
): void {
  http.route({
    method: 'POST',
    url: '/api/me/payee/card-field',
    config: { access: 'restricted' },
    schema: {
      tags: ['person'],
      summary: 'Open a card frame of the payment provider; the club never sees the card number',
      response: { 201: Answer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { provider } = payments;
      if (!provider?.cardOrigin) throw new Refusal('provider-unavailable');
      const reference = newId();
      const ask = { reference, parentOrigin: pageOrigin(request, security), locale: localeOf(request) };
      const { url } = await provider.openCardField(ask).catch((error: unknown) => {
        if (error instanceof ProviderFailure) throw new Refusal('provider-unavailable');
        throw error;
      });
      return reply.code(201).send({ url, origin: provider.cardOrigin, reference });
    },
  });
}
