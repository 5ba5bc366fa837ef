import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import {
  MADE_LOGOS,
  type PaymentLogo,
  readPaymentLogoPicture,
  shownPaymentLogos,
} from '../../../house/payment-logos.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { PICTURE_POLICY } from '../../security.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';

const YEAR_SECONDS = 31_536_000;

const Logo = z.object({
  id: z.uuid(),
  name: z.string(),
  picture: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('made'), id: z.enum(MADE_LOGOS) }),
      z.object({ kind: z.literal('own'), version: z.string() }),
    ])
    .describe('A built-in drawing, or the picture at `/api/payment-logos/{id}/picture`'),
});
z.globalRegistry.add(Logo, { id: 'PaymentLogo' });

export function paymentLogosRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/payment-logos',
    config: { access: 'public' },
    schema: {
      tags: ['house'],
      summary: 'Payment logos in display order',
      response: { 200: z.object({ items: z.array(Logo) }), ...PROBLEMS },
    },
    handler: async () => ({ items: (await shownPaymentLogos(db)).map(answerLogo) }),
  });
}

export function readPaymentLogoPictureRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/payment-logos/:id/picture',
    config: { access: 'public', site: 'both' },
    schema: {
      tags: ['house'],
      summary: 'The re-encoded picture of a payment logo; 404 without one',
      params: z.object({ id: Uuid }),
      querystring: z.object({
        v: z.string().max(64).optional().describe('Version; an address with a version is cached forever'),
      }),
      response: {
        200: { description: 'A picture within 320 by 160', content: { 'image/webp': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const found = await readPaymentLogoPicture(db, request.params.id);
      if (found === null) throw new Refusal('not-found');
      const tag = `"${found.version}"`;
      // An address with another version, or without one, must be revalidated.
      const isCurrent = request.query.v === found.version;
      reply.header('cache-control', isCurrent ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      reply.header('etag', tag).header('content-security-policy', PICTURE_POLICY);
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      return reply.type('image/webp').send(found.picture);
    },
  });
}

function answerLogo({ id, name, made, version }: PaymentLogo): z.infer<typeof Logo> {
  if (version !== null) return { id, name, picture: { kind: 'own', version } };
  return { id, name, picture: { kind: 'made', id: made ?? 'card' } };
}
