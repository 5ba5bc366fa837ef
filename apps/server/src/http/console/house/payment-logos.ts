import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { changePaymentLogo, createPaymentLogo, listPaymentLogos, MADE_LOGOS } from '../../../house/payment-logos.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import { Line } from '../input-shapes.ts';
import { staffOf } from '../staff-caller.ts';

const LogoBody = z.strictObject({
  name: Line.min(1).max(40).describe('Name of the payment method, the same in every language'),
  made: z.enum(MADE_LOGOS).nullable().describe('A built-in drawing; null keeps the uploaded picture'),
  place: z.number().int().min(0).max(999).describe('Sort order, ascending'),
  hidden: z.boolean(),
});

export const LogoAnswer = LogoBody.extend({
  id: z.uuid(),
  version: z.string().nullable().describe('Version of the uploaded picture'),
});
z.globalRegistry.add(LogoAnswer, { id: 'KeptPaymentLogo' });

export const LogoParams = z.object({ id: Uuid });

export function listPaymentLogosRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/payment-logos',
    config: { access: 'staff', roles: ['content', 'finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'All payment logos in order, hidden ones included',
      response: { 200: z.object({ items: z.array(LogoAnswer) }), ...PROBLEMS },
    },
    handler: async () => ({ items: await listPaymentLogos(db) }),
  });
}

export function createPaymentLogoRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/payment-logos',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true, readByMembers: true, judgedWords: true },
    schema: {
      tags: ['console'],
      summary: 'Add a payment logo with a built-in drawing; its own picture is uploaded afterwards',
      body: LogoBody,
      response: { 201: LogoAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const staff = staffOf(request);
      const answer = await transaction(db, async (tx) => {
        const after = await createPaymentLogo(tx, request.body);
        const act = { act: 'payment-logo-created', subject: `payment-logo/${after.id}`, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
      return reply.code(201).send(answer);
    },
  });
}

export function changePaymentLogoRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'PUT',
    url: '/api/console/payment-logos/:id',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true, readByMembers: true, judgedWords: true },
    schema: {
      tags: ['console'],
      summary: 'Change, move, hide or show a payment logo; a built-in drawing replaces its uploaded picture',
      params: LogoParams,
      body: LogoBody,
      response: { 200: LogoAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const { before, after } = await changePaymentLogo(tx, id, request.body);
        const act = { act: 'payment-logo-changed', subject: `payment-logo/${id}`, before, after };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
    },
  });
}
