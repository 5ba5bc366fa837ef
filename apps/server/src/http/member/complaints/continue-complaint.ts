import { z } from 'zod';
import { addFormalWords, askSecondLook } from '../../../complaints/formal/file.ts';
import { readFormal } from '../../../complaints/formal/records.ts';
import type { Asker } from '../../../complaints/rows.ts';
import type { Db } from '../../../db/pool.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { lockMember } from '../../../members/account/suspensions.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { answerFullFormal, FullFormalComplaintAnswer, WORDS_BYTES_MAX } from '../../shared/complaint-answers.ts';
import { PROBLEMS, TypedWords } from '../../shared/forms.ts';
import { keyOf, MoneyHeaders } from '../../shared/money-input.ts';
import { Uuid } from '../../shared/shapes.ts';

type Act = (tx: Tx, asker: Asker, ask: { id: string; key: string; words: string }) => Promise<void>;

export function addFormalWordsRoute(http: Http, deps: { db: Db }): void {
  const summary = 'Add a text to a formal complaint before its final answer: once for each Idempotency-Key';
  actRoute(http, deps, { url: '/api/me/formal-complaints/:id/words', summary, act: addFormalWords });
}

export function askSecondLookRoute(http: Http, deps: { db: Db }): void {
  const summary = 'Ask for a second look at an answered complaint, within 30 days: once for each Idempotency-Key';
  actRoute(http, deps, { url: '/api/me/formal-complaints/:id/second-look', summary, act: askSecondLook });
}

function actRoute(
  http: Http,
  deps: { db: Db },
  { url, summary, act }: { url: string; summary: string; act: Act },
): void {
  http.route({
    method: 'POST',
    url,
    config: { access: 'restricted' },
    bodyLimit: WORDS_BYTES_MAX,
    schema: {
      tags: ['complaints'],
      summary,
      params: z.object({ id: Uuid }),
      headers: MoneyHeaders,
      body: z.strictObject({ words: TypedWords.describe('10 to 2000 characters') }),
      response: { 201: FullFormalComplaintAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const identity = identityOf(request);
      const ask = { id: request.params.id, key: keyOf(request), words: request.body.words };
      const complaint = await transaction(deps.db, async (tx) => {
        // Of two concurrent calls with one key, the second finds the first's text.
        await lockMember(tx, identity.memberId);
        await act(tx, identity, ask);
        return readFormal(tx.q, identity, ask.id);
      });
      return reply.code(201).send(answerFullFormal(complaint));
    },
  });
}
