import { isHex } from '@tercet/fair';
import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { periodOf } from '../../../draw/periods.ts';
import { type OfferAnswer, offerSignature } from '../../../draw/worker/offered-signatures.ts';
import type { Catalogue } from '../../../lottery/catalogue.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { findRuledDraw } from '../../shared/draw-ids.ts';
import { PROBLEMS } from '../../shared/forms.ts';

const SIGNATURE_BYTES = 48;

/** Accepts a late beacon round's signature from everyone, so that the house cannot claim that there is none. */
export function offerSignatureRoute(http: Http, deps: { db: Db; catalogue(): Catalogue }): void {
  http.route({
    method: 'POST',
    url: '/api/draws/:key/:period/signature',
    config: { access: 'public', anyCaller: true },
    schema: {
      tags: ['book'],
      summary: 'Submit the beacon signature of a draw that waits for it',
      params: z.object({ key: z.string().max(32), period: z.string().max(16) }),
      body: z.object({
        signature: z
          .string()
          .max(2 * SIGNATURE_BYTES)
          .regex(/^([0-9a-f]{2}){0,48}$/),
      }),
      response: {
        202: z.object({ drawId: z.string(), state: z.enum(['taken', 'drawn']) }),
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const { key, period } = request.params;
      const found = findRuledDraw(deps.catalogue(), `${key}/${period}`);
      if (!found) throw new Refusal('not-found');
      const { signature } = request.body;
      if (!isHex(signature, SIGNATURE_BYTES)) throw new Refusal('invalid-body', {}, { signature: 'invalid-body' });
      const draw = periodOf(found.lottery, found.period);
      const state = answered(await offerSignature(deps.db, draw, signature));
      return reply.code(202).send({ drawId: draw.drawId, state });
    },
  });
}

function answered(answer: OfferAnswer): 'taken' | 'drawn' {
  if (answer === 'not-due') throw new Refusal('period-not-open');
  if (answer === 'too-many') throw new Refusal('throttled', { retryAfterSeconds: 5 });
  return answer;
}
