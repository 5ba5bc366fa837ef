import { z } from 'zod';
import type { IdentityDeps } from '../../identity-checks/deps.ts';
import { receiveIdentityMessage } from '../../identity-checks/provider-events.ts';
import type { Http } from '../http.ts';
import { PROBLEMS } from '../shared/forms.ts';
import { bytesOf, takeBytes } from '../shared/uploads.ts';

const BODY_BYTES_MAX = 256 * 1_024;

/**
 * Webhook of the identity provider. The raw bytes are verified, like those of the payment provider
 * (provider-messages.ts). A message is processed before it is answered. It holds a person's document, so it is neither
 * queued nor logged.
 */
export function identityMessagesRoute(http: Http, { identity }: { identity: IdentityDeps }): void {
  void http.register(async (scope: Http) => {
    takeBytes(scope);
    scope.route({
      method: 'POST',
      url: '/api/webhooks/identity/:provider',
      config: { access: 'public', anyCaller: true },
      bodyLimit: BODY_BYTES_MAX,
      schema: {
        tags: ['webhooks'],
        summary: 'Webhook of the identity provider: a signed message, processed before the answer',
        params: z.object({ provider: z.string().max(32) }),
        response: { 204: z.null(), ...PROBLEMS },
      },
      handler: async (request, reply) => {
        const body = bytesOf(request);
        await receiveIdentityMessage(identity, request.params.provider, { body, headers: request.headers });
        return reply.code(204).send(null);
      },
    });
  });
}
