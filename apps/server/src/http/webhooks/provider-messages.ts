import { z } from 'zod';
import type { PaymentsDeps } from '../../payments/deps.ts';
import { keepMessage } from '../../payments/provider/messages.ts';
import type { Http } from '../http.ts';
import { PROBLEMS } from '../shared/forms.ts';
import { bytesOf, takeBytes } from '../shared/uploads.ts';

const BODY_BYTES_MAX = 64 * 1_024;

/**
 * Webhook of the payment provider. Verifies the signature and stores the message as received (`keepMessage`). Jobs
 * verify it again and process it. Signatures cover bytes, so only the provider's adapter parses a body. The route has
 * its own scope because all other bodies are JSON. Bodies are never logged.
 */
export function providerMessagesRoute(http: Http, deps: { payments: PaymentsDeps }): void {
  const { payments } = deps;
  void http.register(async (scope: Http) => {
    takeBytes(scope);
    scope.route({
      method: 'POST',
      url: '/api/webhooks/:provider',
      config: { access: 'public', anyCaller: true },
      bodyLimit: BODY_BYTES_MAX,
      schema: {
        tags: ['webhooks'],
        summary: 'Webhook of the payment provider: a signed message, stored before the answer',
        params: z.object({ provider: z.string().max(32) }),
        response: { 204: z.null(), ...PROBLEMS },
      },
      handler: async (request, reply) => {
        const body = bytesOf(request);
        await keepMessage(payments, request.params.provider, { body, headers: request.headers });
        return reply.code(204).send(null);
      },
    });
  });
}
