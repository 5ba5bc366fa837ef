import { z } from 'zod';
import { type Act, record } from '../../audit/audit.ts';
import { publishCheckpoint } from '../../book/book.ts';
import { expectCorrection } from '../../correct-balance.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { previewTable, withOdds } from '../../draw/preview-table.ts';
import { writeTable } from '../../draw/publish-table.ts';
import { TableRefused } from '../../draw/table-faults.ts';
import { setServicePage } from '../../house/service.ts';
import { leadsMoneyOut } from '../../moderation/money-words.ts';
import type { PaymentsDeps } from '../../payments/deps.ts';
import { amountInReach, type Rule, type RulePlan, RuleRefused } from '../../payments/rule.ts';
import { Refusal } from '../../refusal.ts';
import type { StaffDeps } from '../../staff/deps.ts';
import { carriedOut, instruct, type OpenInstruction } from '../../staff/instructions.ts';
import { confirmProposal, type Proposal, type ProposalKind, readProposal } from '../../staff/proposals.ts';
import type { Role } from '../../staff/roles.ts';
import type { Http } from '../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../member/forms.ts';
import { answerConsoleTable } from './lotteries.ts';
import { accountOf, refuseWithoutWhy, Why } from './member-params.ts';
import { newestTable, OddsBody, oddsOf, refusalOf } from './odds-shapes.ts';
import { answerProposal, ProposalAnswer, ProposalParams } from './proposal-shapes.ts';
import { CorrectionBody } from './propose-correction.ts';
import { RefundBody } from './refund-purchase.ts';
import { RuleBody, rulePlanOf } from './rule-shapes.ts';
import { ServicePageBody } from './service-shapes.ts';
import { staffOf } from './staff-caller.ts';

export interface ConfirmDeps {
  payments: PaymentsDeps;
  staff: StaffDeps;
  /** Writes a rule, and its entry in the book, from the soonest that it may hold. */
  writeMoneyRule(tx: Tx, plan: RulePlan): Promise<Rule>;
}

const Answer = z.object({
  proposal: ProposalAnswer,
  inForceFromMs: z.number().int().describe('Until then the one before holds'),
  pending: z.boolean().describe('Confirmed, and still being carried out'),
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
      const { ordered, ...answer } = await transaction(db, async (tx) => {
        refuseNotFinances(await readProposal(tx.q, deps.staff.macs, id), staff.role, why);
        const proposal = await confirmProposal(tx, deps.staff, id, { staffId: staff.id, why });
        const { inForceFromMs, before, after, ordered } = await putInForce(tx, deps, proposal, staff.id);
        const shown = await answerProposal(tx, proposal);
        const act = { act: `${proposal.what}-confirmed`, ...aboutOf(proposal) };
        const states = { before: { proposal: id, ...before }, after: { inForceFromMs, ...after } };
        await record(tx, { ...act, ...states, staff, why, address: request.ip });
        return { proposal: shown, inForceFromMs, ordered };
      });
      await publishCheckpoint(db);
      const pending = ordered !== undefined && (await carriedOut(db, ordered)) === 'pending';
      return { ...answer, pending };
    },
  });
}

/** What it is about, and whom: a member finds what is decided about his money. */
export function aboutOf({ what, subject, body }: Proposal): Pick<Act, 'subject' | 'member'> {
  if (what === 'table') return { subject: `lottery/${subject}` };
  if (what === 'purchase-refund') return { subject, member: accountOf(RefundBody.parse(body)) };
  return what === 'correction' ? { subject, member: accountOf(CorrectionBody.parse(body)) } : { subject };
}

/** What moves a member's money. */
const FINANCES: readonly ProposalKind[] = ['purchase-refund', 'correction'];

/**
 * What goes back to a member, or is put right in his balance, is finance's to decide; and he reads why. Throws
 * `forbidden`, `words-lead-out`.
 */
export function refuseNotFinances({ what }: Proposal, role: Role, why: string): void {
  if (!FINANCES.includes(what)) return;
  if (role !== 'finance') throw new Refusal('forbidden');
  if (leadsMoneyOut(why)) throw new Refusal('words-lead-out', {}, { why: 'words-lead-out' });
}

/** From when on something holds; for the log also what it has changed. */
interface InForce {
  inForceFromMs: number;
  before?: Record<string, string>;
  after?: Record<string, string>;
  /** What the jobs carry out. */
  ordered?: OpenInstruction;
}

/**
 * Throws `table-bad`, `rule-bad` for what cannot be published any more, and what refunds and corrections are refused
 * for.
 */
async function putInForce(tx: Tx, deps: ConfirmDeps, proposal: Proposal, staffId: string): Promise<InForce> {
  const { what, body, decidedAtMs } = proposal;
  const inForceFromMs = decidedAtMs ?? 0;
  if (what === 'correction') return { inForceFromMs, ...(await orderCorrection(tx, deps, proposal, staffId)) };
  if (what !== 'purchase-refund') return { inForceFromMs: await publish(tx, deps, proposal, staffId) };
  const { memberId, purchaseId } = RefundBody.parse(body);
  const order = { what, subject: purchaseId, body: { memberId }, staffId } as const;
  return { inForceFromMs, ordered: await instruct(tx, deps.payments.macs, order) };
}

async function publish(
  tx: Tx,
  deps: ConfirmDeps,
  { what, subject, body, decidedAtMs }: Proposal,
  staffId: string,
): Promise<number> {
  // The jobs open it, with an entry in the book, unless something was found since it was proposed.
  if (what === 'reopening') return decidedAtMs ?? 0;
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

/** What it changes is said as it stands now; the jobs post it a moment later. */
async function orderCorrection(
  tx: Tx,
  { payments }: ConfirmDeps,
  { id, body }: Proposal,
  staffId: string,
): Promise<Omit<InForce, 'inForceFromMs'>> {
  const { amountMinor, direction, reference, memberId } = CorrectionBody.parse(body);
  const plan = { ...accountOf({ memberId }), direction, amount: BigInt(amountMinor), reference };
  const { before, after } = await expectCorrection(tx, plan, payments.provider);
  const order = { what: 'correction', subject: id, body: { memberId }, staffId } as const;
  return {
    before: { availableMinor: String(before) },
    after: { availableMinor: String(after), direction, amountMinor, reference },
    ordered: await instruct(tx, payments.macs, order),
  };
}
