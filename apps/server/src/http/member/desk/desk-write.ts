import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readEntries, readThread } from '../../../desk/records.ts';
import { type Asker, notifyDesk, SUBJECTS } from '../../../desk/threads.ts';
import { addWords, openThread } from '../../../desk/write.ts';
import { isHost } from '../../../directory/public-hosts.ts';
import { lockMember } from '../../../members/account/suspensions.ts';
import { Refusal } from '../../../refusal.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import {
  answerEntry,
  answerThread,
  DESK_BYTES_MAX,
  FullThreadAnswer,
  ThreadParams,
  Words,
} from '../../shared/desk-answers.ts';
import type { ExportLimits } from '../../shared/export-limits.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { keyOf, MoneyHeaders } from '../../shared/money-input.ts';
import { Uuid } from '../../shared/shapes.ts';

export function openThreadRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/me/desk/threads',
    config: { access: 'restricted' },
    bodyLimit: DESK_BYTES_MAX,
    schema: {
      tags: ['desk'],
      summary: 'Start a conversation with the desk: once for each Idempotency-Key',
      headers: MoneyHeaders,
      body: z.strictObject({
        subject: z.enum(SUBJECTS),
        hostId: Uuid.nullable().optional().describe('Only for `host`: its id'),
        words: Words,
      }),
      response: { 201: FullThreadAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const own = identityOf(request);
      const { subject, hostId = null, words } = request.body;
      if ((subject === 'host') !== (hostId !== null)) throw new Refusal('invalid-body', {}, { hostId: 'fill-in' });
      const key = keyOf(request);
      const made = await transaction(deps.db, async (tx) => {
        // Of two concurrent calls with one key, the second finds the first's conversation.
        await lockMember(tx, own.memberId);
        if (hostId !== null && !(await isHost(tx.q, hostId)))
          throw new Refusal('not-found', {}, { hostId: 'not-found' });
        return full(tx.q, own, await openThread(tx, own, { key, subject, hostId, words }));
      });
      return reply.code(201).send(made);
    },
  });
}

export function addDeskWordsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/me/desk/threads/:id/words',
    config: { access: 'restricted' },
    bodyLimit: DESK_BYTES_MAX,
    schema: {
      tags: ['desk'],
      summary: 'Write in a conversation of the member, once for each Idempotency-Key; a closed conversation reopens',
      params: ThreadParams,
      headers: MoneyHeaders,
      body: z.strictObject({ words: Words }),
      response: { 201: FullThreadAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const own = identityOf(request);
      const ask = { id: request.params.id, key: keyOf(request), words: request.body.words };
      const written = await transaction(deps.db, async (tx) => {
        await lockMember(tx, own.memberId);
        await addWords(tx, own, ask);
        return full(tx.q, own, ask.id);
      });
      return reply.code(201).send(written);
    },
  });
}

/** Sent to connected staff and not stored. */
export function typingRoute(http: Http, deps: { db: Db; typing: ExportLimits }): void {
  http.route({
    method: 'POST',
    url: '/api/me/desk/threads/:id/typing',
    config: { access: 'restricted' },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['desk'],
      summary: 'Signal typing; not stored',
      params: ThreadParams,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const own = identityOf(request);
      const { id } = request.params;
      deps.typing.count(own.memberId);
      await readThread(deps.db, own, id);
      const news = { memberId: own.memberId, threadId: id, what: 'typing', by: 'member' } as const;
      await transaction(deps.db, (tx) => notifyDesk(tx, news));
      return reply.code(204).send(null);
    },
  });
}

async function full(
  q: Parameters<typeof readThread>[0],
  own: Asker,
  id: string,
): Promise<z.infer<typeof FullThreadAnswer>> {
  const entries = await readEntries(q, own, id);
  return { ...answerThread(await readThread(q, own, id)), said: entries.map(answerEntry) };
}
