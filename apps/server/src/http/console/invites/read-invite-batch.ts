import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { readInviteBatch } from '../../../members/invites/house-invites.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerBatches, InviteBatchAnswer, InviteBatchParams } from './invite-batch-shapes.ts';

const Answer = InviteBatchAnswer.extend({
  items: z.array(
    z.object({
      nth: z.number().int(),
      state: z.enum(['open', 'used', 'expired', 'withdrawn']),
      usedBy: z.object({ memberId: z.uuid(), userName: z.string() }).nullable(),
      usedAtMs: z.number().int().nullable(),
    }),
  ),
});

export function readInviteBatchRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/invites/:id',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'One batch of invites with the state of each; codes are shown only at creation',
      params: InviteBatchParams,
      response: { 200: Answer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      return transaction(db, async (tx) => {
        const { items, ...batch } = await readInviteBatch(tx.q, id);
        const [answer] = await answerBatches(tx, [batch]);
        if (!answer) throw new Refusal('not-found');
        const members = items.flatMap(({ usedBy }) => usedBy?.memberId ?? []);
        const act = { act: 'invites-read', subject: `invites/${id}`, after: { members } };
        await record(tx, { ...act, staff: staffOf(request), why: null, address: request.ip });
        return { ...answer, items };
      });
    },
  });
}
