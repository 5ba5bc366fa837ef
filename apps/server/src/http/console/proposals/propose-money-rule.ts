import { record } from '../../../audit/audit.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { refusingRules, rulePlanOf } from '../../../payments/rules/proposed-rule.ts';
import { assertPossible, readRule } from '../../../payments/rules/rule.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { propose } from '../../../staff/proposals.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { answerProposal, ProposalAnswer } from './proposal-shapes.ts';
import { answerRule, RuleBody } from './rule-shapes.ts';

export function proposeMoneyRuleRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/money-rule',
    config: { access: 'staff', roles: ['owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Propose another money rule; a tighter one is in the book for 7 days before it applies',
      body: RuleBody.extend({ why: Why }),
      response: { 201: ProposalAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why, ...rule } = request.body;
      refuseWithoutWhy(why);
      await refusingRules(() => assertPossible(rulePlanOf(rule)));
      const staff = staffOf(request);
      const answer = await transaction(deps.db, async (tx: Tx) => {
        const before = answerRule(await readRule(tx.q));
        const made = await propose(tx, deps, {
          ...{ what: 'money-rule', subject: 'house', body: rule, why },
          proposedBy: staff.id,
        });
        const proposal = await answerProposal(tx, made);
        const states = { before, after: { proposal: made.id, ...rule } };
        await record(tx, { act: 'money-rule-proposed', subject: 'house', ...states, staff, why, address: request.ip });
        return proposal;
      });
      return reply.code(201).send(answer);
    },
  });
}
