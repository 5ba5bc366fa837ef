import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { releaseThreadsOf } from '../../../desk/inbox.ts';
import { changeRole } from '../../../staff/accounts.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { ROLES } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { StaffParams } from '../account/staff-account-shapes.ts';
import { ANSWERERS } from '../desk/desk-handling.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { answerStaff, StaffAnswer } from './staff-shapes.ts';

export function changeStaffRoleRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/staff/:staffId/role',
    config: { access: 'staff', roles: ['owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Change another person’s role; their sessions end',
      params: StaffParams,
      body: z.strictObject({ role: z.enum(ROLES), why: Why }),
      response: { 200: StaffAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const { role, why } = request.body;
      refuseWithoutWhy(why);
      const by = { staff: staffOf(request), why, address: request.ip };
      const before = await transaction(deps.db, async (tx) => {
        const changed = await changeRole(tx, deps.macs, request.params, role, by);
        if (!ANSWERERS.includes(role)) await releaseThreadsOf(tx, request.params.staffId);
        return changed;
      });
      return answerStaff({ ...before, role });
    },
  });
}
