import { z } from 'zod';
import { fileComplaint } from '../../../complaints/formal/file.ts';
import { readFormal } from '../../../complaints/formal/records.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { lockMember } from '../../../members/account/suspensions.ts';
import { identityOf } from '../../auth.ts';
import type { Http } from '../../http.ts';
import {
  answerFullFormal,
  FormalSubject,
  FullFormalComplaintAnswer,
  WORDS_BYTES_MAX,
} from '../../shared/complaint-answers.ts';
import { PROBLEMS, TypedWords } from '../../shared/forms.ts';
import { keyOf, MoneyHeaders } from '../../shared/money-input.ts';

/** Open to every member, also while suspended or excluded. */
export function fileComplaintRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/me/formal-complaints',
    config: { access: 'restricted' },
    bodyLimit: WORDS_BYTES_MAX,
    schema: {
      tags: ['complaints'],
      summary: 'File a formal complaint, or a request about one’s data: once for each Idempotency-Key',
      headers: MoneyHeaders,
      body: z.strictObject({ subject: FormalSubject, words: TypedWords.describe('10 to 2000 characters') }),
      response: { 201: FullFormalComplaintAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const identity = identityOf(request);
      const filed = { ...request.body, key: keyOf(request) };
      const complaint = await transaction(deps.db, async (tx) => {
        await lockMember(tx, identity.memberId);
        return readFormal(tx.q, identity, await fileComplaint(tx, identity, filed));
      });
      return reply.code(201).send(answerFullFormal(complaint));
    },
  });
}
