import { Readable } from 'node:stream';
import type { EntryType } from '@tercet/fair';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { listEntries } from '../../../book/book.ts';
import { createEntryCount } from '../../../book/entry-count.ts';
import { readDraw } from '../../../draw/evidence/draw-records.ts';
import { leafHashesOf, leafHashPages } from '../../../draw/evidence/sealed-leaves.ts';
import { periodOf } from '../../../draw/periods.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { costMore } from '../../read-limits.ts';
import { answerEntry } from '../../shared/answers.ts';
import { sendCached } from '../../shared/cached-answer.ts';
import { findRuledDraw } from '../../shared/draw-ids.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { BookEntryAnswer, DrawProofAnswer, Hex, page, pageQuery } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';
import { createDrawCache } from '../lottery/draw-cache.ts';
import { FOR_EVER, openToAll } from './book-log.ts';

type Deps = Pick<MemberDeps, 'db' | 'catalogue'>;

const HASH_BYTES = 32;
/** Read cost of a draw that is not cached. */
const READ_ANEW_COST = 4;
const ENTRY_TYPES = [
  'table',
  'seal',
  'draw',
  'void',
  'switch',
  'liabilities',
  'audit-head',
  'rule',
  'notice-of-change',
] as const satisfies EntryType[];
const DrawParams = z.object({ key: z.string().max(32), period: z.string().max(16) });

export function listEntriesRoute(http: Http, deps: Deps): void {
  const count = createEntryCount();
  http.route({
    method: 'GET',
    url: '/api/book/entries',
    config: { access: 'public' },
    // The saved verifier page reads the tables here.
    onRequest: openToAll,
    schema: {
      tags: ['book'],
      summary: 'Entries of the public book, newest first; body is canonical JSON exactly as logged',
      querystring: pageQuery(/^\d{1,18}$/).extend({
        type: z.enum(ENTRY_TYPES).optional(),
      }),
      response: { 200: page(BookEntryAnswer), ...PROBLEMS },
    },
    handler: async (request) => {
      const { limit, cursor, type } = request.query;
      const types = type === undefined ? {} : { types: [type] };
      const before = cursor === undefined ? {} : { before: BigInt(cursor) };
      const found = await listEntries(deps.db, { limit, ...types, ...before }, count);
      return { ...found, items: found.items.map(answerEntry) };
    },
  });
}

export function readDrawRoute(http: Http, deps: Deps): void {
  const draws = createDrawCache(deps);
  http.route({
    method: 'GET',
    url: '/api/draws/:key/:period',
    config: { access: 'public' },
    onRequest: openToAll,
    schema: {
      tags: ['book'],
      summary: 'The evidence to verify a draw',
      params: DrawParams,
      response: { 200: DrawProofAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { key, period } = request.params;
      const shown = await draws(`${key}/${period}`);
      if (!shown) throw new Refusal('not-found');
      if (shown.isAnew) costMore(request, READ_ANEW_COST);
      return sendCached(request, reply, shown.answer);
    },
  });
}

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
      const place = periodOf(lottery, period);
      if (asksForJson(request)) {
        const leafHashes = await leafHashesOf(deps.db, place);
        return { drawId: evidence.record.drawId, count: leafHashes.length, leafHashes };
      }
      reply.type('application/octet-stream').header('content-length', (evidence.record.slipCount ?? 0) * HASH_BYTES);
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
