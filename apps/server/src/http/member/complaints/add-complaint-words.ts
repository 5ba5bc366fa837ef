import { z } from 'zod';
import { addWords } from '../../../complaints/ask.ts';
import { readComplaint } from '../../../complaints/records.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { lockMember } from '../../../members/account/suspensions.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import { answerFullComplaint, FullComplaintAnswer, WORDS_BYTES_MAX } from '../../shared/complaint-answers.ts';
import { PROBLEMS, TypedWords } from '../../shared/forms.ts';
import { keyOf, MoneyHeaders } from '../../shared/money-input.ts';
import { Uuid } from '../../shared/shapes.ts';

export function addComplaintWordsRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/me/complaints/:id/words',
    config: { access: 'restricted' },
    bodyLimit: WORDS_BYTES_MAX,
    schema: {
      tags: ['complaints'],
      summary: 'Add a text to an open complaint: once for each Idempotency-Key',
      params: z.object({ id: Uuid }),
      headers: MoneyHeaders,
      body: z.strictObject({ words: TypedWords.describe('10 to 2000 characters') }),
      response: { 201: FullComplaintAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const identity = identityOf(request);
      const ask = { id: request.params.id, key: keyOf(request), words: request.body.words };
      const complaint = await transaction(deps.db, async (tx) => {
        // Of two concurrent calls with one key, the second finds the first's text.
        await lockMember(tx, identity.memberId);
        await addWords(tx, identity, ask);
        return readComplaint(tx.q, identity, ask.id);
      });
      return reply.code(201).send(answerFullComplaint(complaint));
    },
  });
}
