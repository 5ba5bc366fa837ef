import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { BATCH_MAX, withdrawBatch } from '../../../members/invites/house-invites.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { InviteBatchParams } from './invite-batch-shapes.ts';

const Body = z.strictObject({
  nth: z
    .number()
    .int()
    .min(1)
    .max(BATCH_MAX)
    .optional()
    .describe('Number of one invite of the batch; without it, all unused ones'),
  why: Why,
});

export function withdrawInviteBatchRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/invites/:id/withdraw',
    config: { access: 'staff', roles: ['content', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Withdraw the unused invites of a batch, or one of them',
      params: InviteBatchParams,
      body: Body,
      response: { 200: z.object({ withdrawn: z.number().int() }), ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const { nth, why } = request.body;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      return transaction(db, async (tx) => {
        const withdrawn = await withdrawBatch(tx, id, nth);
        const act = { act: 'invites-withdrawn', subject: `invites/${id}`, after: { nth: nth ?? null, withdrawn } };
        await record(tx, { ...act, staff, why, address: request.ip });
        return { withdrawn };
      });
    },
  });
}
