import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { releaseThreadsOf } from '../../../desk/inbox.ts';
import { disableStaff } from '../../../staff/accounts.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { StaffParams } from '../account/staff-account-shapes.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';

export function disableStaffRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/staff/:staffId/disable',
    config: { access: 'staff', roles: ['owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Disable another person’s account: their next call is refused, and their name stays reserved',
      params: StaffParams,
      body: z.strictObject({ why: Why }),
      response: { 204: z.null(), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why } = request.body;
      refuseWithoutWhy(why);
      const by = { staff: staffOf(request), why, address: request.ip };
      await transaction(deps.db, async (tx) => {
        await disableStaff(tx, deps.macs, request.params, by);
        await releaseThreadsOf(tx, request.params.staffId);
      });
      return reply.code(204).send(null);
    },
  });
}
