import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { DirectoryDeps } from '../../../directory/deps.ts';
import { confirmVerification, recordVerification, revokeVerification } from '../../../directory/verifications.ts';
import type { People } from '../../../staff/two-people.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import { Moment } from '../input-shapes.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { FullHostAnswer, HostParams, showHost } from './host-shapes.ts';

const VerificationParams = HostParams.extend({ verificationId: Uuid });

const VerificationBody = z.strictObject({
  kind: z.enum(['identity', 'age']),
  verifiedAtMs: Moment.describe('Time of the verification: at most 30 days ago'),
  untilMs: Moment.describe('End of the verification: at most two years later'),
  note: z
    .string()
    .trim()
    .min(10)
    .max(500)
    .describe('Evidence and method of the verification, without document numbers'),
  years: z.number().int().min(0).max(120).nullable().describe('Only for `age`: the host’s age'),
});

export function recordVerificationRoute(http: Http, { db, people }: DirectoryDeps & { people: People }): void {
  http.route({
    method: 'POST',
    url: '/api/console/hosts/:id/verifications',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Record a verification of a host’s identity or age; it counts once another person confirms it',
      params: HostParams,
      body: VerificationBody.refine(({ kind, years }) => (kind === 'age') === (years !== null), { path: ['years'] }),
      response: { 201: FullHostAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const staff = staffOf(request);
      const { kind, verifiedAtMs, untilMs, note, years } = request.body;
      const verification = { verifiedAt: new Date(verifiedAtMs), until: new Date(untilMs), note, by: staff.id };
      const noted = await transaction(db, async (tx) => {
        await people.refuseTooNew(tx.q, staff.id);
        const what = kind === 'age' ? { kind, years: years ?? 0 } : { kind };
        const verificationId = await recordVerification(tx, id, { ...verification, ...what });
        const act = {
          act: 'host-verification-recorded',
          subject: `host/${id}`,
          after: { ...request.body, id: verificationId },
        };
        await record(tx, { ...act, staff, why: note, address: request.ip });
        return showHost(tx.q, id, staff.id);
      });
      return reply.code(201).send(noted);
    },
  });
}

export function confirmVerificationRoute(http: Http, { db, people }: DirectoryDeps & { people: People }): void {
  http.route({
    method: 'POST',
    url: '/api/console/hosts/:id/verifications/:verificationId/confirm',
    config: { access: 'staff', roles: ['content', 'owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Confirm a verification that another person recorded: it counts from now on',
      params: VerificationParams,
      response: { 200: FullHostAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id, verificationId } = request.params;
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        await people.refuseTooNew(tx.q, staff.id);
        await confirmVerification(tx, id, verificationId, staff.id);
        const act = { act: 'host-verification-confirmed', subject: `host/${id}`, after: { id: verificationId } };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return showHost(tx.q, id, staff.id);
      });
    },
  });
}

export function revokeVerificationRoute(http: Http, { db }: DirectoryDeps): void {
  http.route({
    method: 'POST',
    url: '/api/console/hosts/:id/verifications/:verificationId/revoke',
    config: { access: 'staff', roles: ['content', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Revoke a verification of a host',
      params: VerificationParams,
      body: z.strictObject({ why: Why }),
      response: { 200: FullHostAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id, verificationId } = request.params;
      const { why } = request.body;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        await revokeVerification(tx, id, verificationId);
        const act = { act: 'host-verification-revoked', subject: `host/${id}`, after: { id: verificationId } };
        await record(tx, { ...act, staff, why, address: request.ip });
        return showHost(tx.q, id, staff.id);
      });
    },
  });
}
