import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { answerThread, closeThread, markRead } from '../../../desk/answer.ts';
import { readThread } from '../../../desk/records.ts';
import { notifyDesk } from '../../../desk/threads.ts';
import { faultOfStaffWords } from '../../../moderation/staff-words.ts';
import type { Http } from '../../http.ts';
import { DESK_BYTES_MAX, ReadBody, Words } from '../../shared/desk-answers.ts';
import type { ExportLimits } from '../../shared/export-limits.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { keyOf, MoneyHeaders } from '../../shared/money-input.ts';
import { accountOf } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { DeskParams, FullConsoleThread, readForDesk } from './desk-threads.ts';

export function answerThreadRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/desk/:id/answer',
    // No `readByMembers`: the rules for texts by staff apply instead. They find more and name the rule.
    config: { access: 'staff', roles: ['support', 'owner'] },
    bodyLimit: DESK_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary:
        'Write to a member: once for each Idempotency-Key. Texts that ask for money or advise on bets are refused',
      params: DeskParams,
      headers: MoneyHeaders,
      body: z.strictObject({ words: Words }),
      response: { 201: FullConsoleThread, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      const staff = staffOf(request);
      const key = keyOf(request);
      const written = await transaction(deps.db, async (tx) => {
        const given = { id, key, staffId: staff.id, role: staff.role, words: request.body.words };
        const { words, isNew } = await answerThread(tx, member, { ...given, faultOf: faultOfStaffWords });
        const thread = await readForDesk(tx, member, id);
        const by = { staff, why: words, address: request.ip };
        if (isNew) await record(tx, { ...by, act: 'desk-answered', member, subject: `desk/${id}` });
        return thread;
      });
      return reply.code(201).send(written);
    },
  });
}

export function markDeskReadRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/desk/:id/read',
    config: { access: 'staff', roles: ['support', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Mark a member’s entries up to one as read; the member sees it',
      params: DeskParams,
      body: ReadBody,
      response: { 200: FullConsoleThread, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      return transaction(deps.db, async (tx) => {
        await markRead(tx, member, id, { by: 'house', upTo: request.body.upTo });
        const thread = await readForDesk(tx, member, id);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        await record(tx, { ...by, act: 'desk-thread-read', member, subject: `desk/${id}` });
        return thread;
      });
    },
  });
}

export function closeDeskThreadRoute(http: Http, deps: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/desk/:id/close',
    config: { access: 'staff', roles: ['support', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Close a conversation; the member’s next message reopens it',
      params: DeskParams,
      response: { 200: FullConsoleThread, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      return transaction(deps.db, async (tx) => {
        const wasOpen = await closeThread(tx, member, id, 'house');
        const thread = await readForDesk(tx, member, id);
        const by = { staff: staffOf(request), why: null, address: request.ip };
        const act = { act: wasOpen ? 'desk-closed' : 'desk-thread-read', member, subject: `desk/${id}` };
        await record(tx, { ...by, ...act });
        return thread;
      });
    },
  });
}

/** Sent to the member and to colleagues while they are connected, and not stored. */
export function deskTypingRoute(http: Http, deps: { db: Db; typing: ExportLimits }): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/desk/:id/typing',
    config: { access: 'staff', roles: ['support', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Signal typing to a member and to colleagues; not stored',
      params: DeskParams,
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const member = accountOf(request.params);
      const { id: staffId, name } = staffOf(request);
      deps.typing.count(staffId);
      await readThread(deps.db, member, id);
      const staff = { id: staffId, name };
      const news = { memberId: member.memberId, threadId: id, what: 'typing', by: 'house', staff } as const;
      await transaction(deps.db, (tx) => notifyDesk(tx, news));
      return reply.code(204).send(null);
    },
  });
}
