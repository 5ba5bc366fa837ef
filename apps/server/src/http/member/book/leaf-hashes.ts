import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readDraw } from '../../../draw/evidence/draw-records.ts';
import { leafHashPages } from '../../../draw/evidence/sealed-leaves.ts';
import { periodOf } from '../../../draw/periods.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { findRuledDraw } from '../../shared/draw-ids.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Hex } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';
import { DrawParams } from './book.ts';
import { FOR_EVER, openToAll } from './book-log.ts';
import { leafHashesAsJson } from './leaf-hashes-json.ts';

type Deps = Pick<MemberDeps, 'db' | 'catalogue'>;

const HASH_BYTES = 32;
const LeafHashesAnswer = z.object({ drawId: z.string(), count: z.number().int(), leafHashes: z.array(Hex) });

export function leafHashesRoute(http: Http, deps: Deps): void {
  http.route({
    method: 'GET',
    url: '/book/slips/:key/:period',
    config: { access: 'public', readCost: 3 },
    onRequest: openToAll,
    schema: {
      tags: ['book'],
      summary:
        'Leaf hashes of all slips of a sealed period, in the order of its tree: 32 bytes each, or JSON by the Accept header',
      params: DrawParams,
      response: {
        200: {
          description: 'Never changes',
          content: {
            'application/octet-stream': { schema: z.any() },
            'application/json': { schema: LeafHashesAnswer },
          },
        },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const { lottery, period } = drawOf(deps, request.params);
      const evidence = await readDraw(deps.db, lottery, period);
      if (!evidence?.record.root) throw new Refusal('not-found');
      reply.header('vary', 'accept').header('cache-control', FOR_EVER);
      const count = evidence.record.slipCount ?? 0;
      const place = periodOf(lottery, period);
      if (asksForJson(request)) {
        const { bytes, pieces } = leafHashesAsJson(evidence.record.drawId, count, leafHashPages(deps.db, place));
        reply.type('application/json').header('content-length', bytes);
        return reply.send(Readable.from(pieces, { objectMode: false }));
      }
      reply.type('application/octet-stream').header('content-length', count * HASH_BYTES);
      return reply.send(Readable.from(leafHashPages(deps.db, place), { objectMode: false }));
    },
  });
}

/** True if the client accepts JSON and does not accept bytes. */
function asksForJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '*/*';
  return accept.includes('application/json') && !accept.includes('application/octet-stream');
}

function drawOf(deps: Deps, params: z.infer<typeof DrawParams>) {
  const found = findRuledDraw(deps.catalogue(), `${params.key}/${params.period}`);
  if (!found) throw new Refusal('not-found');
  return found;
}
