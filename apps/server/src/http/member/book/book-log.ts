import { parseTilePath } from '@tercet/fair';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newestCheckpoint, readTileFile } from '../../../book/read-log.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { acceptedEncoding, compress } from '../../shared/encoding.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import type { MemberDeps } from '../deps.ts';

export const FOR_EVER = 'public, max-age=31536000, immutable';

/** Allows every origin: programs on any page may read the book. */
export async function openToAll(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
}

export function checkpointRoute(http: Http, deps: Pick<MemberDeps, 'db'>): void {
  http.route({
    method: 'GET',
    url: '/book/checkpoint',
    config: { access: 'public' },
    onRequest: openToAll,
    schema: {
      tags: ['book'],
      summary: 'The newest signed checkpoint of the book, with its cosignatures (c2sp.org/tlog-tiles)',
      response: {
        200: { description: 'A signed note', content: { 'text/plain': { schema: z.string() } } },
        ...PROBLEMS,
      },
    },
    handler: async (_request, reply) => {
      const checkpoint = await newestCheckpoint(deps.db);
      if (!checkpoint) throw new Refusal('not-found');
      return reply.header('cache-control', 'public, max-age=1').type('text/plain; charset=utf-8').send(checkpoint.note);
    },
  });
}

export function tileRoute(http: Http, deps: Pick<MemberDeps, 'db'>): void {
  http.route({
    method: 'GET',
    url: '/book/tile/*',
    config: { access: 'public' },
    onRequest: openToAll,
    schema: {
      tags: ['book'],
      summary: 'Hashes of the book’s tree, and its entries under tile/entries (c2sp.org/tlog-tiles)',
      params: z.object({ '*': z.string().max(64) }),
      response: {
        200: { description: 'Never changes', content: { 'application/octet-stream': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: async (request, reply) => {
      const name = parseTilePath(`tile/${request.params['*']}`);
      const bytes = name && (await readTileFile(deps.db, name));
      if (!bytes) throw new Refusal('not-found');
      reply.header('cache-control', FOR_EVER).type('application/octet-stream');
      // Hashes do not compress.
      if (name.level !== 'entries') return reply.send(bytes);
      reply.header('vary', 'accept-encoding');
      // The content coding that c2sp.org/tlog-tiles names.
      const encoding = acceptedEncoding(request.headers['accept-encoding'], ['gzip']);
      if (encoding === null) return reply.send(bytes);
      return reply.header('content-encoding', encoding).send(await compress(Buffer.from(bytes), encoding));
    },
  });
}
