import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { assignThread, LABELS, labelThread, snoozeThread } from '../../../desk/handling.ts';
import { readThread } from '../../../desk/records.ts';
import { Refusal } from '../../../refusal.ts';
import { readOpenAccount } from '../../../staff/account-rows.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import type { Role } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import type { ConsoleDeps } from '../deps.ts';
import { accountOf } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { DeskParams, FullConsoleThread, readForDesk } from './desk-threads.ts';

/** Roles that answer conversations, and can have them. */
export const ANSWERERS: readonly Role[] = ['support', 'owner'];

type Deps = Pick<ConsoleDeps, 'db' | 'staff'>;

export function assignThreadRoute(http: Http, { db, staff: staffDeps }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/desk/:id/assignment',
    config: { access: 'staff', roles: ['support', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Take a conversation, give it back, or give it to a colleague who answers conversations',
      params: DeskParams,
      body: z.strictObject({
        from: Uuid.nullable().describe('Staff account that has it, as the caller sees it; refused if outdated'),
        to: Uuid.nullable().describe('Staff account that gets it; null for nobody'),
      }),
      response: { 200: FullConsoleThread, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const { from, to } = request.body;
      const member = accountOf(request.params);
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        if (to !== null) await refuseOthers(tx, staffDeps, to);
        const isNew = await assignThread(tx, member, id, { from, to });
        const states = { before: { staff: from }, after: { staff: to } };
        const act = isNew ? { act: 'desk-assigned', ...states } : { act: 'desk-thread-read' };
        await record(tx, { ...act, staff, why: null, member, subject: `desk/${id}`, address: request.ip });
        return readForDesk(tx, member, id);
      });
    },
  });
}

/** Throws `not-found` for an account that answers no conversations. */
export async function refuseOthers(tx: Tx, { macs }: StaffDeps, staffId: string): Promise<void> {
  const account = await readOpenAccount(tx.q, macs, staffId);
  if (account === null || !ANSWERERS.some((role) => role === account.role)) throw new Refusal('not-found');
}

export function snoozeThreadRoute(http: Http, { db }: Deps): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/desk/:id/snooze',
    config: { access: 'staff', roles: ['support', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Take an open conversation out of the inbox until a time, at most 30 days; null puts it back',
      params: DeskParams,
      body: z.strictObject({ untilMs: z.number().int().nullable() }),
      response: { 200: FullConsoleThread, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const { untilMs } = request.body;
      const member = accountOf(request.params);
      const by = { staff: staffOf(request), why: null, address: request.ip };
      return transaction(db, async (tx) => {
        const { handling } = await readThread(tx.q, member, id);
        await snoozeThread(tx, member, id, untilMs);
        const states = { before: { untilMs: handling.snoozedUntilMs }, after: { untilMs } };
        await record(tx, { ...by, act: 'desk-snoozed', member, subject: `desk/${id}`, ...states });
        return readForDesk(tx, member, id);
      });
    },
  });
}

export function labelThreadRoute(http: Http, { db }: Deps): void {
  http.route({
    method: 'PUT',
    url: '/api/console/members/:memberId/desk/:id/labels',
    config: { access: 'staff', roles: ['support', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Replace the labels of a conversation',
      params: DeskParams,
      body: z.strictObject({ labels: z.array(z.enum(LABELS)).max(LABELS.length) }),
      response: { 200: FullConsoleThread, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const { labels } = request.body;
      const member = accountOf(request.params);
      const by = { staff: staffOf(request), why: null, address: request.ip };
      return transaction(db, async (tx) => {
        const before = await labelThread(tx, member, id, labels);
        const states = { before: { labels: before }, after: { labels } };
        await record(tx, { ...by, act: 'desk-labelled', member, subject: `desk/${id}`, ...states });
        return readForDesk(tx, member, id);
      });
    },
  });
}
