import { z } from 'zod';
import { record } from '../../audit/audit.ts';
import { transaction } from '../../db/transaction.ts';
import { takeInHand } from '../../staff/accounts.ts';
import type { StaffDeps } from '../../staff/deps.ts';
import { giveTotp } from '../../staff/totp.ts';
import type { Http } from '../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../member/forms.ts';
import { refuseWithoutWhy, Why } from './member-params.ts';
import { CodeUri, StaffParams } from './staff-account-shapes.ts';
import { staffOf } from './staff-caller.ts';

export function resetSecondFactorRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/staff/:staffId/second-factor',
    config: { access: 'staff', roles: ['owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary:
        'Give somebody else another secret for one-time codes; the old one and his passkeys open nothing, his sessions end',
      params: StaffParams,
      body: z.strictObject({ why: Why }),
      response: { 200: z.object({ codeUri: CodeUri }), ...PROBLEMS },
    },
    handler: (request) => {
      const { why } = request.body;
      refuseWithoutWhy(why);
      const { staffId } = request.params;
      const caller = staffOf(request);
      return transaction(deps.db, async (tx) => {
        const { name } = await takeInHand(tx, { ownerId: caller.id, staffId });
        const { uri, removed } = await giveTotp(tx, deps.sealer, name);
        const act = { act: 'staff-code-given', subject: `staff/${staffId}`, after: { passkeysRemoved: removed } };
        await record(tx, { ...act, staff: caller, why, address: request.ip });
        return { codeUri: uri };
      });
    },
  });
}
