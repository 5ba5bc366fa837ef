import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import {
  answerFormal,
  extendDataRequest,
  replyToComplaint,
  type StageChange,
} from '../../../complaints/formal/answer.ts';
import { COMPLAINT_OUTCOMES } from '../../../complaints/formal/stages.ts';
import type { Db } from '../../../db/pool.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import type { Account } from '../../../ledger/lock.ts';
import { notifyMember } from '../../../members/messages/messages.ts';
import type { Http } from '../../http.ts';
import { WORDS_BYTES_MAX } from '../../shared/complaint-answers.ts';
import { PROBLEMS, TypedWords } from '../../shared/forms.ts';
import { accountOf } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { ComplaintParams } from './complaint-shapes.ts';
import { ReadFormalAnswer, readFormalForConsole } from './formal-shapes.ts';

const CONFIG = {
  access: 'staff',
  roles: ['support', 'finance', 'owner'],
  readByMembers: true,
  judgedWords: true,
} as const;
const Words = TypedWords.describe('Shown to the member: 10 to 2000 characters');

export function replyToFormalRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/formal-complaints/:id/reply',
    config: CONFIG,
    bodyLimit: WORDS_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Reply to a formal complaint before its final answer; the first reply confirms its receipt',
      params: ComplaintParams,
      body: z.strictObject({ words: Words }),
      response: { 200: ReadFormalAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const given = { staffId: staffOf(request).id, words: request.body.words };
      const member = accountOf(request.params);
      return transaction(db, async (tx) => {
        const change = await replyToComplaint(tx, member, id, given);
        return follow(tx, { act: 'formal-complaint-replied', member, id, change, request });
      });
    },
  });
}

export function extendDataRequestRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/formal-complaints/:id/extend',
    config: CONFIG,
    bodyLimit: WORDS_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Extend a request about data by two months, once, with a reason that the member reads',
      params: ComplaintParams,
      body: z.strictObject({ words: Words }),
      response: { 200: ReadFormalAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const given = { staffId: staffOf(request).id, words: request.body.words };
      const member = accountOf(request.params);
      return transaction(db, async (tx) => {
        const change = await extendDataRequest(tx, member, id, given);
        return follow(tx, { act: 'data-request-extended', member, id, change, request });
      });
    },
  });
}

export function answerFormalRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/formal-complaints/:id/answer',
    config: CONFIG,
    bodyLimit: WORDS_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Give the final answer to a formal complaint; after a second look another person gives it',
      params: ComplaintParams,
      body: z.strictObject({ words: Words, outcome: z.enum(COMPLAINT_OUTCOMES) }),
      response: { 200: ReadFormalAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const given = { ...request.body, staffId: staffOf(request).id };
      const member = accountOf(request.params);
      return transaction(db, async (tx) => {
        const change = await answerFormal(tx, member, id, given);
        return follow(tx, { act: 'formal-complaint-answered', member, id, change, request });
      });
    },
  });
}

interface Followed {
  act: string;
  member: Account;
  id: string;
  change: StageChange;
  request: Parameters<typeof staffOf>[0];
}

/** Tells the member, records the act, and reads the complaint as it is now. */
async function follow(tx: Tx, { act, member, id, change, request }: Followed) {
  const { number, before, after, words, isAboutData } = change;
  const kind = isAboutData ? act.replace('formal-complaint', 'data-request') : act;
  await notifyMember(tx, member, { kind, params: { formalComplaintId: id, number } });
  const states = { before: { stage: before }, after: { stage: after } };
  const by = { staff: staffOf(request), why: words, address: request.ip };
  await record(tx, { ...by, act, member, subject: `formal-complaint/${id}`, ...states });
  return readFormalForConsole(tx, member, id);
}
