import { z } from 'zod';
import { transaction } from '../../../db/transaction.ts';
import { giveStaffCode } from '../../../staff/accounts.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { CodeUri, StaffParams } from '../account/staff-account-shapes.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';

export function resetSecondFactorRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/staff/:staffId/second-factor',
    config: { access: 'staff', roles: ['owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary:
        'Reset another person’s second factor: their old secret and passkeys stop working, and their sessions end',
      params: StaffParams,
      body: z.strictObject({ why: Why }),
      response: { 200: z.object({ codeUri: CodeUri }), ...PROBLEMS },
    },
    handler: async (request) => {
      const { why } = request.body;
      refuseWithoutWhy(why);
      const by = { staff: staffOf(request), why, address: request.ip };
      return { codeUri: await transaction(deps.db, (tx) => giveStaffCode(tx, deps, request.params, by)) };
    },
  });
}
