import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { closeThread, markRead } from '../../../desk/answer.ts';
import { countUnread, listThreads, readEntries, readThread } from '../../../desk/records.ts';
import { THREAD_CURSOR, THREAD_STATES } from '../../../desk/thread-query.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import {
  answerEntry,
  answerThread,
  FullThreadAnswer,
  ReadBody,
  ThreadAnswer,
  ThreadParams,
} from '../../shared/desk-answers.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { page, pageQuery } from '../../shared/shapes.ts';

export function listThreadsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/desk/threads',
    config: { access: 'restricted', readCost: 2 },
    schema: {
      tags: ['desk'],
      summary: 'The member’s conversations with the desk, most recent entry first; `unread` is the total',
      querystring: pageQuery(THREAD_CURSOR).extend({
        state: z.enum(THREAD_STATES).optional(),
        search: z.string().trim().max(80).optional().describe('Part of a message'),
      }),
      response: { 200: page(ThreadAnswer).extend({ unread: z.number().int() }), ...PROBLEMS },
    },
    handler: async (request) => {
      const { limit, cursor, state, search } = request.query;
      const own = identityOf(request);
      const found = await listThreads(deps.db, own, {
        limit,
        ...(cursor === undefined ? {} : { cursor }),
        ...(state === undefined ? {} : { state }),
        ...(search === undefined || search === '' ? {} : { search }),
      });
      return { ...found, items: found.items.map(answerThread), unread: await countUnread(deps.db, own) };
    },
  });
}

export function readThreadRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/me/desk/threads/:id',
    config: { access: 'restricted' },
    schema: {
      tags: ['desk'],
      summary: 'One of the member’s conversations with its entries; with `after` only those after that entry',
      params: ThreadParams,
      querystring: z.object({ after: z.coerce.number().int().min(0).max(500).default(0) }),
      response: { 200: FullThreadAnswer, ...PROBLEMS },
    },
    handler: (request) => showThread(deps.db, request, request.query.after),
  });
}

export function markReadRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/me/desk/threads/:id/read',
    config: { access: 'restricted', unattended: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['desk'],
      summary: 'Mark entries up to one as read; the desk sees it',
      params: ThreadParams,
      body: ReadBody,
      response: { 200: ThreadAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const own = identityOf(request);
      const { id } = request.params;
      return transaction(deps.db, async (tx) => {
        await markRead(tx, own, id, { by: 'member', upTo: request.body.upTo });
        return answerThread(await readThread(tx.q, own, id));
      });
    },
  });
}

export function closeThreadRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/me/desk/threads/:id/close',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['desk'],
      summary: 'Close a conversation of the member; the next message reopens it',
      params: ThreadParams,
      response: { 200: ThreadAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const own = identityOf(request);
      const { id } = request.params;
      return transaction(deps.db, async (tx) => {
        await closeThread(tx, own, id, 'member');
        return answerThread(await readThread(tx.q, own, id));
      });
    },
  });
}

/** The conversation; write calls answer with it too. */
export async function showThread(
  db: Db,
  request: Parameters<typeof identityOf>[0] & { params: z.infer<typeof ThreadParams> },
  after: number,
  id = request.params.id,
): Promise<z.infer<typeof FullThreadAnswer>> {
  const own = identityOf(request);
  const thread = await readThread(db, own, id);
  const entries = await readEntries(db, own, id, after);
  return { ...answerThread(thread), said: entries.map(answerEntry) };
}
