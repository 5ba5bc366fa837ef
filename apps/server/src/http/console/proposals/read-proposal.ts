import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { outcomesOf } from '../../../staff/proposal-outcomes.ts';
import { readProposal } from '../../../staff/proposals.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';
import { answerProposal, ProposalAnswer, ProposalParams } from './proposal-shapes.ts';

export function readProposalRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'GET',
    url: '/api/console/proposals/:id',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'One proposal, with its decision and reason',
      params: ProposalParams,
      response: { 200: ProposalAnswer, ...PROBLEMS },
    },
    handler: (request) => {
      const { id } = request.params;
      return transaction(deps.db, async (tx) => {
        const proposal = await readProposal(tx.q, deps.macs, id);
        const answer = await answerProposal(tx, proposal, await outcomesOf(tx.q, deps.macs, [proposal]));
        const act = { act: 'proposals-read', subject: `proposal/${id}` };
        await record(tx, { ...act, staff: staffOf(request), why: null, address: request.ip });
        return answer;
      });
    },
  });
}
