import { z } from 'zod';
import type { StaffDeps } from '../../../staff/deps.ts';
import { ROLES } from '../../../staff/roles.ts';
import { PROOF_KINDS, proofsOf } from '../../../staff/step-up.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { answerStaff, StaffAnswer } from '../staff/staff-shapes.ts';
import type { StaffActs } from '../staff-acts.ts';
import { staffOf } from '../staff-caller.ts';

const MeAnswer = StaffAnswer.extend({
  acts: z.array(z.string()).describe('Calls that the role permits, such as `GET /api/console/withdrawals`'),
  proofs: z.array(z.enum(PROOF_KINDS)).describe('Ways of step-up authentication before a dangerous act'),
  provedUntilMs: z.number().int().describe('End of the last step-up authentication; in the past if it has expired'),
  idleSeconds: z.number().int().describe('Seconds without a call after which the session ends'),
});
z.globalRegistry.add(MeAnswer, { id: 'StaffMe' });

export function staffMeRoute(http: Http, { staff, acts }: { staff: StaffDeps; acts: StaffActs }): void {
  http.route({
    method: 'GET',
    url: '/api/console/me',
    config: { access: 'staff', roles: ROLES },
    schema: {
      tags: ['console'],
      summary: 'The signed-in staff account, and what its role may do',
      response: { 200: MeAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const caller = staffOf(request);
      return {
        ...answerStaff(caller),
        acts: acts(caller.role),
        proofs: await proofsOf(staff.db, staff, caller.id),
        provedUntilMs: caller.provedUntil.getTime(),
        idleSeconds: staff.idleMs / 1_000,
      };
    },
  });
}
