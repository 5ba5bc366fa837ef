import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { listStaff } from '../../../staff/accounts.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { answerStaffAccount, StaffAccountAnswer } from '../account/staff-account-shapes.ts';
import { staffOf } from '../staff-caller.ts';

export function listStaffRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/console/staff',
    config: { access: 'staff', roles: ['auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'All staff accounts, disabled ones included',
      response: { 200: z.object({ items: z.array(StaffAccountAnswer) }), ...PROBLEMS },
    },
    handler: (request) =>
      transaction(deps.db, async (tx) => {
        // Forged rows are shown in the terminal only (`club staff list`), since they are no staff of this club.
        const items = (await listStaff(tx.q, deps.macs)).filter(({ isForged }) => !isForged).map(answerStaffAccount);
        await record(tx, { staff: staffOf(request), act: 'staff-read', why: null, address: request.ip });
        return { items };
      }),
  });
}
