import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { DirectoryDeps } from '../../../directory/deps.ts';
import { confirmSeen, noteSeen, revokeSeen } from '../../../directory/seen.ts';
import type { People } from '../../../staff/two-people.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import { Moment } from '../input-shapes.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { FullHostAnswer, HostParams, showHost } from './host-shapes.ts';

const SeenParams = HostParams.extend({ seenId: Uuid });

const SeenBody = z.strictObject({
  kind: z.enum(['identity', 'age']),
  seenAtMs: Moment.describe('At most 30 days ago'),
  untilMs: Moment.describe('At most two years later; then it is looked at again'),
  note: z.string().trim().min(10).max(500).describe('What was seen, and how; never a number of a document'),
  years: z.number().int().min(0).max(120).nullable().describe('Of an age alone: how old the host is'),
});

export function noteSeenRoute(http: Http, { db, people }: DirectoryDeps & { people: People }): void {
  http.route({
    method: 'POST',
    url: '/api/console/hosts/:id/seen',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Note that one has seen a host’s identity or age; it counts once somebody else has confirmed it',
      params: HostParams,
      body: SeenBody.refine(({ kind, years }) => (kind === 'age') === (years !== null), { path: ['years'] }),
      response: { 201: FullHostAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const staff = staffOf(request);
      const { kind, seenAtMs, untilMs, note, years } = request.body;
      const seen = { seenAt: new Date(seenAtMs), until: new Date(untilMs), note, by: staff.id };
      const noted = await transaction(db, async (tx) => {
        await people.refuseTooNew(tx.q, staff.id);
        const what = kind === 'age' ? { kind, years: years ?? 0 } : { kind };
        const seenId = await noteSeen(tx, id, { ...seen, ...what });
        const act = { act: 'host-seen-noted', subject: `host/${id}`, after: { ...request.body, id: seenId } };
        await record(tx, { ...act, staff, why: note, address: request.ip });
        return showHost(tx.q, id, staff.id);
      });
      return reply.code(201).send(noted);
    },
  });
}

export function confirmSeenRoute(http: Http, { db, people }: DirectoryDeps & { people: People }): void {
  http.route({
    method: 'POST',
    url: '/api/console/hosts/:id/seen/:seenId/confirm',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Confirm what somebody else has noted: it counts from now on',
      params: SeenParams,
      response: { 200: FullHostAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id, seenId } = request.params;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        await people.refuseTooNew(tx.q, staff.id);
        await confirmSeen(tx, id, seenId, staff.id);
        const act = { act: 'host-seen-confirmed', subject: `host/${id}`, after: { id: seenId } };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return showHost(tx.q, id, staff.id);
      });
    },
  });
}

export function revokeSeenRoute(http: Http, { db }: DirectoryDeps): void {
  http.route({
    method: 'POST',
    url: '/api/console/hosts/:id/seen/:seenId/revoke',
    config: { access: 'staff', roles: ['content', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Say that what was seen of a host counts no more',
      params: SeenParams,
      body: z.strictObject({ why: Why }),
      response: { 200: FullHostAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id, seenId } = request.params;
      const { why } = request.body;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        await revokeSeen(tx, id, seenId);
        const act = { act: 'host-seen-revoked', subject: `host/${id}`, after: { id: seenId } };
        await record(tx, { ...act, staff, why, address: request.ip });
        return showHost(tx.q, id, staff.id);
      });
    },
  });
}
