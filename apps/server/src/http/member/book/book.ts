import type { EntryType } from '@tercet/fair';
import { z } from 'zod';
import { listEntries } from '../../../book/book.ts';
import { createEntryCount } from '../../../book/entry-count.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { costMore } from '../../read-limits.ts';
import { answerEntry } from '../../shared/answers.ts';
import { sendCached } from '../../shared/cached-answer.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { BookEntryAnswer, DrawProofAnswer, page, pageQuery } from '../../shared/shapes.ts';
import type { MemberDeps } from '../deps.ts';
import { createDrawCache } from '../lottery/draw-cache.ts';
import { openToAll } from './book-log.ts';

type Deps = Pick<MemberDeps, 'db' | 'catalogue'>;

/** Read cost of a draw that is not cached. */
const READ_ANEW_COST = 4;
const ENTRY_TYPES = [
  'table',
  'seal',
  'draw',
  'void',
  'switch',
  'stop',
  'liabilities',
  'audit-head',
  'rule',
  'notice-of-change',
] as const satisfies EntryType[];
export const DrawParams = z.object({ key: z.string().max(32), period: z.string().max(16) });

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
