import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { BATCH_DAYS_MAX, BATCH_MAX, makeInviteBatch } from '../../../members/invites/house-invites.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { Line } from '../input-shapes.ts';
import { staffOf } from '../staff-caller.ts';

const Body = z.strictObject({
  purpose: Line.min(1).max(200).describe('Purpose of the batch'),
  invites: z.number().int().min(1).max(BATCH_MAX),
  days: z.number().int().min(1).max(BATCH_DAYS_MAX).describe('Validity in days'),
});

const Answer = z.object({
  id: z.uuid(),
  expiresAtMs: z.number().int(),
  codes: z.array(z.string()).describe('Each for one person; shown once'),
});

export function makeInviteBatchRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/invites',
    config: { access: 'staff', roles: ['content', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Create a batch of invites, each for one person and without a bonus',
      body: Body,
      response: { 201: Answer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const staff = staffOf(request);
      const made = await transaction(db, async (tx) => {
        const batch = await makeInviteBatch(tx, { staffId: staff.id, ...request.body });
        const act = { act: 'invites-made', subject: `invites/${batch.id}`, after: request.body };
        await record(tx, { ...act, staff, why: request.body.purpose, address: request.ip });
        return batch;
      });
      return reply.code(201).send({ id: made.id, expiresAtMs: made.expiresAt.getTime(), codes: made.codes });
    },
  });
}
