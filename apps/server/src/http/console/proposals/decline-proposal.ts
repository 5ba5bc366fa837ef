import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { declineProposal, readProposal } from '../../../staff/proposals.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { aboutOf, refuseNotFinances } from './confirm-proposal.ts';
import { answerProposal, ProposalAnswer, ProposalParams } from './proposal-shapes.ts';

export function declineProposalRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/proposals/:id/decline',
    config: { access: 'staff', roles: ['finance', 'owner'] },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Decline another person’s proposal, or withdraw the caller’s own',
      params: ProposalParams,
      body: z.strictObject({ why: Why }),
      response: { 200: ProposalAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      const { why } = request.body;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      return transaction(deps.db, async (tx) => {
        refuseNotFinances(await readProposal(tx.q, deps.macs, id), staff.role, why);
        const proposal = await declineProposal(tx, deps.macs, id, { staffId: staff.id, why });
        const answer = await answerProposal(tx, proposal);
        const act = { act: `${proposal.what}-${proposal.outcome}`, ...aboutOf(proposal) };
        await record(tx, { ...act, before: { proposal: id }, staff, why, address: request.ip });
        return answer;
      });
    },
  });
}
