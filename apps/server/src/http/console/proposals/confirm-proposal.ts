import { z } from 'zod';
import { type Act, record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { expectCorrection } from '../../../decisions/correct-balance.ts';
import { inForceFromMs, isPublished, refuseUnpublishable } from '../../../decisions/publish-agreed.ts';
import { setServicePage } from '../../../house/service.ts';
import { leadsMoneyOut } from '../../../moderation/money-words.ts';
import { Refusal } from '../../../refusal.ts';
import { instruct, type OpenInstruction, type Outcome, untilEnded } from '../../../staff/instructions.ts';
import { confirmProposal, FINANCE_KINDS, type Proposal, readProposal } from '../../../staff/proposals.ts';
import type { Role } from '../../../staff/roles.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import type { ConsoleDeps } from '../deps.ts';
import { ServicePageBody } from '../house/service-shapes.ts';
import { accountOf, refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { RefundBody } from '../videos/refund-purchase.ts';
import { answerOutcome, answerProposal, ProposalAnswer, ProposalParams } from './proposal-shapes.ts';
import { CorrectionBody } from './propose-correction.ts';

type Deps = Pick<ConsoleDeps, 'payments' | 'staff'>;

const Answer = z.object({
  proposal: ProposalAnswer,
  inForceFromMs: z
    .number()
    .int()
    .nullable()
    .describe('Time from which it is in force; null if it is not carried out (yet)'),
  pending: z.boolean().describe('True if it is confirmed and not yet carried out'),
});

export function confirmProposalRoute(http: Http, deps: Deps): void {
  const { db } = deps.payments;
  http.route({
    method: 'POST',
    url: '/api/console/proposals/:id/confirm',
    config: { access: 'staff', roles: ['finance', 'owner'], stepUp: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary: 'Confirm another person’s proposal; the jobs process then publishes tables and rules in the book',
      params: ProposalParams,
      body: z.strictObject({ why: Why }),
      response: { 200: Answer, ...PROBLEMS },
    },
    handler: async (request) => {
      const { id } = request.params;
      const { why } = request.body;
      refuseWithoutWhy(why);
      const staff = staffOf(request);
      const { proposal, ordered } = await transaction(db, async (tx) => {
        refuseNotFinances(await readProposal(tx.q, deps.staff.macs, id), staff.role, why);
        const confirmed = await confirmProposal(tx, deps.staff, id, { staffId: staff.id, why });
        const { before, after, ordered } = await putInForce(tx, deps, confirmed, staff.id);
        const act = { act: `${confirmed.what}-confirmed`, ...aboutOf(confirmed) };
        await record(tx, { ...act, before: { proposal: id, ...before }, after, staff, why, address: request.ip });
        return { proposal: await answerProposal(tx, confirmed), ordered };
      });
      const outcome = ordered && (await untilEnded(db, ordered));
      return {
        proposal: { ...proposal, ...answerOutcome(outcome) },
        inForceFromMs: await inForceOf(db, proposal, outcome),
        pending: outcome?.state === 'pending',
      };
    },
  });
}

/** When the proposal takes effect. A table or a rule names its own time; all others take effect at their decision. */
async function inForceOf(
  db: Db,
  { id, what, decidedAtMs }: Pick<Proposal, 'id' | 'what' | 'decidedAtMs'>,
  outcome: Outcome | undefined,
): Promise<number | null> {
  if (outcome !== undefined && outcome.state !== 'done') return null;
  return isPublished(what) ? inForceFromMs(db, what, id) : decidedAtMs;
}

/** Subject and member of the proposal for the audit log, so that a member finds decisions about their money. */
export function aboutOf({ what, subject, body }: Proposal): Pick<Act, 'subject' | 'member'> {
  if (what === 'table' || what === 'lottery' || what === 'retirement') return { subject: `lottery/${subject}` };
  if (what === 'stop') return { subject: subject.replace(/^table\//, 'lottery/') };
  if (what === 'purchase-refund') return { subject, member: accountOf(RefundBody.parse(body)) };
  return what === 'correction' ? { subject, member: accountOf(CorrectionBody.parse(body)) } : { subject };
}

/**
 * Only finance decides refunds and corrections, and the member reads the reason. Throws `forbidden`, `words-lead-out`.
 */
export function refuseNotFinances({ what }: Proposal, role: Role, why: string): void {
  if (!FINANCE_KINDS.includes(what)) return;
  if (role !== 'finance') throw new Refusal('forbidden');
  if (leadsMoneyOut(why)) throw new Refusal('words-lead-out', {}, { why: 'words-lead-out' });
}

/** The confirmed change for the audit log, and the instruction that the jobs carry out. */
interface InForce {
  before?: Record<string, string>;
  after?: Record<string, string>;
  ordered?: OpenInstruction;
}

/**
 * Puts a proposal into effect. Throws `table-bad` or `rule-bad` if it can no longer be published, and the refusals of
 * stops, refunds and corrections. The confirmation is then rolled back.
 */
async function putInForce(tx: Tx, deps: Deps, proposal: Proposal, staffId: string): Promise<InForce> {
  const { id, what, body } = proposal;
  const { macs } = deps.payments;
  // The jobs reopen with an entry in the book, unless a fault was found after the proposal.
  if (what === 'reopening') return {};
  if (what === 'service-url') {
    await setServicePage(tx, ServicePageBody.parse(body).url, staffId);
    return {};
  }
  if (what === 'correction') return orderCorrection(tx, deps, proposal, staffId);
  if (what === 'purchase-refund') {
    const { memberId, purchaseId } = RefundBody.parse(body);
    return { ordered: await instruct(tx, macs, { what, subject: purchaseId, body: { memberId }, staffId }) };
  }
  await refuseUnpublishable(tx, proposal);
  return { ordered: await instruct(tx, macs, { what, subject: id, body: {}, staffId }) };
}

/** Orders a correction. The expected change is computed now; the jobs post it a moment later. */
async function orderCorrection(tx: Tx, { payments }: Deps, { id, body }: Proposal, staffId: string): Promise<InForce> {
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
