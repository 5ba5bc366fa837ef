import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { listInviteBatches } from '../../../members/invites/house-invites.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { ID_CURSOR, page, pageQuery } from '../../shared/shapes.ts';
import { staffOf } from '../staff-caller.ts';
import { answerBatches, InviteBatchAnswer } from './invite-batch-shapes.ts';

export function listInviteBatchesRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/invites',
    config: { access: 'staff', roles: ['content', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Invite batches of the house, newest first',
      querystring: pageQuery(ID_CURSOR),
      response: { 200: page(InviteBatchAnswer), ...PROBLEMS },
    },
    handler: (request) => {
      const { limit, cursor } = request.query;
      return transaction(db, async (tx) => {
        const found = await listInviteBatches(tx.q, { limit, ...(cursor === undefined ? {} : { before: cursor }) });
        const items = await answerBatches(tx, found.items);
        await record(tx, { staff: staffOf(request), act: 'invites-read', why: null, address: request.ip });
        return { ...found, items };
      });
    },
  });
}
