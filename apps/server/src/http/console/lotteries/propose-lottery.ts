import { record } from '../../../audit/audit.ts';
import { transaction } from '../../../db/transaction.ts';
import { newLotteryEntry, type ProposedLottery } from '../../../draw/tables/new-lottery.ts';
import { amountInReach } from '../../../payments/rules/rule.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { propose } from '../../../staff/proposals.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { answerProposal, ProposalAnswer } from '../proposals/proposal-shapes.ts';
import { staffOf } from '../staff-caller.ts';
import { NewLotteryBody } from './new-lottery-shapes.ts';

export function proposeLotteryRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/lotteries',
    config: { access: 'staff', roles: ['owner'], stepUp: true, readByMembers: true, judgedWords: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Propose a new lottery with its first odds table; both enter the book once another person confirms it',
      body: NewLotteryBody.extend({ why: Why }),
      response: { 201: ProposalAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why, ...rest } = request.body;
      const body = rest as ProposedLottery;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      const answer = await transaction(deps.db, async (tx) => {
        await newLotteryEntry(tx.q, body, await amountInReach(tx.q));
        const plan = { what: 'lottery', subject: body.key, body, why, proposedBy: staff.id } as const;
        const made = await propose(tx, deps, plan);
        const proposal = await answerProposal(tx, made);
        const act = { act: 'lottery-proposed', subject: `lottery/${body.key}`, after: { proposal: made.id, ...body } };
        await record(tx, { ...act, staff, why, address: request.ip });
        return proposal;
      });
      return reply.code(201).send(answer);
    },
  });
}
