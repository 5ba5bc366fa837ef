import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { type PushDeps, subscribe, unsubscribe } from '../../../members/messages/push.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';

export const Endpoint = z.string().min(1).max(2_048);

export function pushKeyRoute(http: Http, deps: { push: PushDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/push-key',
    config: { access: 'public' },
    schema: {
      tags: ['messages'],
      summary: 'The house’s public key for push subscriptions (VAPID)',
      response: { 200: z.object({ publicKey: z.string() }), ...PROBLEMS },
    },
    handler: async () => ({ publicKey: deps.push.sender.publicKey }),
  });
}

export function subscribePushRoute(http: Http, deps: { push: PushDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/me/push',
    config: { access: 'restricted', unattended: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['messages'],
      summary: 'Add a push subscription of this browser; at most ten, then the oldest is removed',
      body: z.strictObject({
        endpoint: Endpoint,
        keys: z.strictObject({ p256dh: z.string().max(128), auth: z.string().max(64) }),
      }),
      response: { 201: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      await subscribe(deps.push, identityOf(request), request.body);
      return reply.code(201).send(null);
    },
  });
}

export function unsubscribePushRoute(http: Http, deps: { push: PushDeps }): void {
  http.route({
    method: 'DELETE',
    url: '/api/me/push',
    config: { access: 'restricted', unattended: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['messages'],
      summary: 'Remove this browser’s push subscription',
      body: z.strictObject({ endpoint: Endpoint }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { endpoint } = request.body;
      await transaction(deps.push.db, (tx) => unsubscribe(tx, identityOf(request), endpoint));
      return reply.code(204).send(null);
    },
  });
}
