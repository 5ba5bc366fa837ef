import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { saveView } from '../../../staff/list-views.ts';
import { ROLES } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { ViewAnswer, ViewBody } from './list-view-shapes.ts';

export function saveViewRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/list-views',
    config: { access: 'staff', roles: ROLES },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Save a view of a list, in place of the caller’s view of the same name',
      body: ViewBody,
      response: { 201: ViewAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const staff = staffOf(request);
      const saved = await transaction(db, async (tx) => {
        const { before, after } = await saveView(tx, staff, request.body);
        const act = { act: 'list-view-saved', subject: `list-view/${after.id}`, before, after: request.body };
        await record(tx, { ...act, staff, why: null, address: request.ip });
        return after;
      });
      return reply.code(201).send({ ...request.body, id: saved.id, ownerId: saved.ownerId });
    },
  });
}
