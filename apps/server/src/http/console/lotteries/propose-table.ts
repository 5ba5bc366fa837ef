import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { tableRefusal } from '../../../draw/tables/proposed-table.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { propose } from '../../../staff/proposals.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { answerProposal, ProposalAnswer } from '../proposals/proposal-shapes.ts';
import { staffOf } from '../staff-caller.ts';
import { OddsBody, previewOf } from './odds-shapes.ts';
import { LotteryKeyParams } from './show-lottery.ts';

export function proposeTableRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/lotteries/:key/tables',
    config: { access: 'staff', roles: ['owner'], stepUp: true },
    schema: {
      tags: ['console'],
      summary: 'Propose another odds table; it enters the book once another person confirms it',
      params: LotteryKeyParams,
      body: OddsBody.extend({ why: Why }),
      response: { 201: ProposalAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why, ...odds } = request.body;
      refuseWithoutWhy(why);
      const { key } = request.params;
      const staff = staffOf(request);
      const answer = await transaction(deps.db, async (tx) => {
        const { fault } = await previewOf(tx.q, key, odds);
        if (fault !== null) throw tableRefusal(fault);
        const made = await propose(tx, deps, { what: 'table', subject: key, body: odds, why, proposedBy: staff.id });
        const proposal = await answerProposal(tx, made);
        const act = { act: 'table-proposed', subject: `lottery/${key}`, after: { proposal: made.id, ...odds } };
        await record(tx, { ...act, staff, why, address: request.ip });
        return proposal;
      });
      return reply.code(201).send(answer);
    },
  });
}
