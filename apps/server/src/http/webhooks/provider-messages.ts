import { z } from 'zod';
import type { PaymentsDeps } from '../../payments/deps.ts';
import { keepMessage } from '../../payments/messages.ts';
import type { Http } from '../http.ts';
import { PROBLEMS } from '../shared/forms.ts';

const BODY_BYTES_MAX = 64 * 1_024;

/**
 * Signed messages of the payment provider, kept as they come for the jobs to verify and act on. Signatures are over
 * bytes, so nothing reads a body before the provider's adapter has: in a scope of its own, since everywhere else bodies
 * are JSON. It never writes a body into the log.
 */
export function providerMessagesRoute(http: Http, deps: { payments: PaymentsDeps }): void {
  const { payments } = deps;
  void http.register(async (scope: Http) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route({
      method: 'POST',
      url: '/api/webhooks/:provider',
      config: { access: 'public', anyCaller: true },
      bodyLimit: BODY_BYTES_MAX,
      schema: {
        tags: ['webhooks'],
        summary: 'For the payment provider: a message with its signature, kept before it is answered',
        params: z.object({ provider: z.string().max(32) }),
        response: { 204: z.null(), ...PROBLEMS },
      },
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await keepMessage(payments, request.params.provider, { body, headers: request.headers });
        return reply.code(204).send(null);
      },
    });
  });
}
