import { z } from 'zod';
import { record } from '../../audit/audit.ts';
import { publishCheckpoint } from '../../book/book.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { previewTable, withOdds } from '../../draw/preview-table.ts';
import { writeTable } from '../../draw/publish-table.ts';
import { TableRefused } from '../../draw/table-faults.ts';
import { setServicePage } from '../../house/service.ts';
import type { PaymentsDeps } from '../../payments/deps.ts';
import { amountInReach, type Rule, type RulePlan, RuleRefused } from '../../payments/rule.ts';
import { Refusal } from '../../refusal.ts';
import { confirmProposal, type Proposal } from '../../staff/proposals.ts';
import type { Http } from '../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../member/forms.ts';
import { answerConsoleTable } from './lotteries.ts';
import { refuseWithoutWhy, Why } from './member-params.ts';
import { newestTable, OddsBody, oddsOf, refusalOf } from './odds-shapes.ts';
import { answerProposal, ProposalAnswer, ProposalParams } from './proposal-shapes.ts';
import { RuleBody, rulePlanOf } from './rule-shapes.ts';
import { ServicePageBody } from './service-shapes.ts';
import { staffOf } from './staff-caller.ts';

export interface ConfirmDeps {
  payments: PaymentsDeps;
  /** Writes a rule, and its entry in the book, from the soonest that it may hold. */
  writeMoneyRule(tx: Tx, plan: RulePlan): Promise<Rule>;
}

const Answer = z.object({
  proposal: ProposalAnswer,
  inForceFromMs: z.number().int().describe('Until then the one before holds'),
});

export function confirmProposalRoute(http: Http, deps: ConfirmDeps): void {
  const { db } = deps.payments;
  http.route({
    method: 'POST',
    url: '/api/console/proposals/:id/confirm',
    config: { access: 'staff', roles: ['finance', 'owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Confirm what somebody else proposed; tables and rules go into the book at once',
      params: ProposalParams,
      body: z.strictObject({ why: Why }),
      response: { 200: Answer, ...PROBLEMS },
    },
    handler: async (request) => {
      const { id } = request.params;
      const { why } = request.body;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      const answer = await transaction(db, async (tx) => {
        const proposal = await confirmProposal(tx, id, { staffId: staff.id, why });
        const inForceFromMs = await putInForce(tx, deps, proposal, staff.id);
        const shown = await answerProposal(tx, proposal);
        const act = { act: `${proposal.what}-confirmed`, subject: subjectOf(proposal), before: { proposal: id } };
        await record(tx, { ...act, after: { inForceFromMs }, staff, why, address: request.ip });
        return { proposal: shown, inForceFromMs };
      });
      await publishCheckpoint(db);
      return answer;
    },
  });
}

export function subjectOf({ what, subject }: Proposal): string {
  return what === 'table' ? `lottery/${subject}` : subject;
}

/** Returns from when on it holds. Throws `table-bad`, `rule-bad` for what cannot be published any more. */
async function putInForce(
  tx: Tx,
  deps: ConfirmDeps,
  { what, subject, body }: Proposal,
  staffId: string,
): Promise<number> {
  try {
    if (what === 'service-url') return (await setServicePage(tx, ServicePageBody.parse(body).url, staffId)).after.atMs;
    if (what === 'money-rule') return (await deps.writeMoneyRule(tx, rulePlanOf(RuleBody.parse(body)))).fromMs;
    const entry = withOdds(await newestTable(tx.q, subject), oddsOf(OddsBody.parse(body)));
    const { fault } = previewTable(entry, await amountInReach(tx.q));
    if (fault !== null) throw refusalOf(fault);
    return answerConsoleTable(await writeTable(tx, entry)).opensAtMs;
  } catch (error) {
    if (error instanceof TableRefused) throw refusalOf(error.fault);
    if (error instanceof RuleRefused) throw new Refusal('rule-bad', { what: error.message });
    throw error;
  }
}
