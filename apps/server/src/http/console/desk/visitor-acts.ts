import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { answerVisitor, closeVisitorThread } from '../../../desk/visitor-threads.ts';
import { decideRecovery } from '../../../members/account/recovery-requests.ts';
import { faultOfStaffWords } from '../../../moderation/staff-words.ts';
import type { Http } from '../../http.ts';
import { DESK_BYTES_MAX, Words } from '../../shared/desk-answers.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { keyOf, MoneyHeaders } from '../../shared/money-input.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { FullVisitorThread, readForStaff, VisitorParams } from './visitor-threads.ts';

export function answerVisitorRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/visitor-threads/:id/answer',
    config: { access: 'staff', roles: ['support', 'owner'] },
    bodyLimit: DESK_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary:
        'Write to a visitor: once for each Idempotency-Key. Texts that ask for money or advise on bets are refused',
      params: VisitorParams,
      headers: MoneyHeaders,
      body: z.strictObject({ text: Words }),
      response: { 201: FullVisitorThread, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const staff = staffOf(request);
      const answer = { id, key: keyOf(request), staffId: staff.id, role: staff.role, text: request.body.text };
      const written = await transaction(db, async (tx) => {
        const { text, isNew } = await answerVisitor(tx, { ...answer, faultOf: faultOfStaffWords });
        const thread = await readForStaff(tx, id);
        const by = { staff, why: text, address: request.ip };
        if (isNew) await record(tx, { ...by, act: 'visitor-answered', subject: `visitor/${id}` });
        return thread;
      });
      return reply.code(201).send(written);
    },
  });
}

export function closeVisitorThreadRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/visitor-threads/:id/close',
    config: { access: 'staff', roles: ['support', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Close a conversation with a visitor; their next message reopens it',
      params: VisitorParams,
      response: { 200: FullVisitorThread, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      return transaction(db, async (tx) => {
        const wasOpen = await closeVisitorThread(tx, id);
        const thread = await readForStaff(tx, id);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        const act = wasOpen ? 'visitor-thread-closed' : 'visitor-thread-read';
        await record(tx, { ...by, act, subject: `visitor/${id}` });
        return thread;
      });
    },
  });
}

export function decideRecoveryRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/visitor-threads/:id/decide',
    config: { access: 'staff', roles: ['support'], stepUp: true, readByMembers: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary:
        'Approve or refuse a request for a new password. An approval takes effect a day after the message to the ' +
        'member, and a refusal takes it back until then',
      params: VisitorParams,
      body: z.strictObject({ approved: z.boolean(), why: Why }),
      response: { 200: FullVisitorThread, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const { approved, why } = request.body;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const decided = await decideRecovery(tx, id, { approved, why, staffId: staff.id });
        const thread = await readForStaff(tx, id);
        const by = { staff, why, address: request.ip, ...(decided.account ? { member: decided.account } : {}) };
        const act = approved ? 'recovery-approved' : 'recovery-refused';
        await record(tx, { ...by, act, subject: `visitor/${id}` });
        return thread;
      });
    },
  });
}
