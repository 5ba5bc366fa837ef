import { z } from 'zod';
import { record } from '../../audit/audit.ts';
import { transaction } from '../../db/transaction.ts';
import { disableByOwner } from '../../staff/accounts.ts';
import type { StaffDeps } from '../../staff/deps.ts';
import type { Http } from '../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../member/forms.ts';
import { refuseWithoutWhy, Why } from './member-params.ts';
import { StaffParams } from './staff-account-shapes.ts';
import { staffOf } from './staff-caller.ts';

export function disableStaffRoute(http: Http, { staff: { db } }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/staff/:staffId/disable',
    config: { access: 'staff', roles: ['owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Let somebody else in no more; he is out with his next call, and his name stays his',
      params: StaffParams,
      body: z.strictObject({ why: Why }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why } = request.body;
      refuseWithoutWhy(why);
      const { staffId } = request.params;
      const caller = staffOf(request);
      await transaction(db, async (tx) => {
        const { name, role } = await disableByOwner(tx, { ownerId: caller.id, staffId });
        const act = { act: 'staff-disabled', subject: `staff/${staffId}`, before: { name, role } };
        await record(tx, { ...act, staff: caller, why, address: request.ip });
      });
      return reply.code(204).send(null);
    },
  });
}
