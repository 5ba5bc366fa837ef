import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { deleteView } from '../../../staff/list-views.ts';
import { ROLES } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import { staffOf } from '../staff-caller.ts';

export function deleteViewRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'DELETE',
    url: '/api/console/list-views/:id',
    config: { access: 'staff', roles: ROLES },
    schema: {
      tags: ['console'],
      summary: 'Delete a view: one’s own, or one shared with one’s role; an owner also those of other roles',
      params: z.object({ id: Uuid }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const staff = staffOf(request);
      await transaction(db, async (tx) => {
        const before = await deleteView(tx, staff, id);
        const act = { act: 'list-view-deleted', subject: `list-view/${id}`, before };
        await record(tx, { ...act, staff, why: null, address: request.ip });
      });
      return reply.code(204).send(null);
    },
  });
}
