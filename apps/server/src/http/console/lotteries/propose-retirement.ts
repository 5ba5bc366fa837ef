import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { retirableLottery } from '../../../draw/tables/retire-lottery.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { propose } from '../../../staff/proposals.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { answerProposal, ProposalAnswer } from '../proposals/proposal-shapes.ts';
import { staffOf } from '../staff-caller.ts';
import { LotteryKeyParams } from './show-lottery.ts';

export function proposeRetirementRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/lotteries/:key/retirement',
    config: { access: 'staff', roles: ['owner'], stepUp: true },
    schema: {
      tags: ['console'],
      summary: 'Propose to retire a lottery; once another person confirms it, it takes no bets from its next period on',
      params: LotteryKeyParams,
      body: z.strictObject({ why: Why }),
      response: { 201: ProposalAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why } = request.body;
      refuseWithoutWhy(why);
      const { key } = request.params;
      const staff = staffOf(request);
      const answer = await transaction(deps.db, async (tx) => {
        await retirableLottery(tx.q, key);
        const plan = { what: 'retirement', subject: key, body: {}, why, proposedBy: staff.id } as const;
        const made = await propose(tx, deps, plan);
        const proposal = await answerProposal(tx, made);
        const act = { act: 'retirement-proposed', subject: `lottery/${key}`, after: { proposal: made.id } };
        await record(tx, { ...act, staff, why, address: request.ip });
        return proposal;
      });
      return reply.code(201).send(answer);
    },
  });
}
