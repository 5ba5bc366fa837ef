import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { readRule } from '../../../payments/rules/rule.ts';
import { Refusal } from '../../../refusal.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { carriedOut, instruct } from '../../../staff/instructions.ts';
import { confirmProposal, propose, readOpenProposal } from '../../../staff/proposals.ts';
import { type MemberPurchase, readMemberPurchase } from '../../../video/all-purchases.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Uuid } from '../../shared/shapes.ts';
import { accountOf, MemberParams, refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { answerMemberPurchase, PurchaseAnswer } from './purchase-shapes.ts';

const Answer = z.object({
  waiting: z.boolean().describe('True if another person must confirm'),
  pending: z.boolean().describe('True if decided and not yet carried out'),
  purchase: PurchaseAnswer,
});
/** The purchase that a proposal refunds, and its member. */
export const RefundBody = z.object({ memberId: Uuid, purchaseId: Uuid, priceMinor: z.string() });

export function refundPurchaseRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/purchases/:memberId/:id/refund',
    config: { access: 'staff', roles: ['finance'], stepUp: true, readByMembers: true },
    schema: {
      tags: ['console'],
      summary: 'Refund a purchase, which ends its access; large ones need a second person',
      params: MemberParams.extend({ id: Uuid }),
      body: z.strictObject({ why: Why }),
      response: { 200: Answer, 202: Answer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const { why } = request.body;
      refuseWithoutWhy(why);
      const account = accountOf(request.params);
      const staff = staffOf(request);
      const ordered = await transaction(deps.db, async (tx) => {
        const before = await readMemberPurchase(tx.q, account, id);
        const proposal = await agree(tx, deps, before, { staffId: staff.id, why });
        const waiting = proposal?.outcome === null;
        const act = waiting ? 'purchase-refund-proposed' : 'purchase-refunded';
        const states = refundStates(before, waiting ? before : { ...before, state: 'refunded' }, proposal?.id);
        await record(tx, { ...states, act, member: account, staff, why, address: request.ip });
        if (waiting) return null;
        const order = { what: 'purchase-refund', subject: id, body: { memberId: account.memberId } } as const;
        return instruct(tx, deps.macs, { ...order, staffId: staff.id });
      });
      const waiting = ordered === null;
      const pending = ordered !== null && (await carriedOut(deps.db, ordered)) === 'pending';
      const purchase = answerMemberPurchase(await readMemberPurchase(deps.db, account, id));
      return reply.code(waiting || pending ? 202 : 200).send({ waiting, pending, purchase });
    },
  });
}

/**
 * Null if one person may refund this amount, as for a correction. Otherwise the proposal: a new one that waits, or
 * another person's, which this call confirms. Throws `too-late`, `too-new`, `second-person-needed`, `busy`.
 */
async function agree(
  tx: Tx,
  deps: StaffDeps,
  { id, memberId, price, refundedAtMs }: MemberPurchase,
  by: { staffId: string; why: string },
) {
  if (refundedAtMs !== null) throw new Refusal('too-late');
  const { twoPeopleFrom } = await readRule(tx.q);
  if (price < twoPeopleFrom) return null;
  const about = { what: 'purchase-refund', subject: subjectOfRefund(id) } as const;
  const open = await readOpenProposal(tx.q, deps, about.what, about.subject);
  if (open !== null) return confirmProposal(tx, deps, open.id, by);
  const body: z.infer<typeof RefundBody> = { memberId, purchaseId: id, priceMinor: String(price) };
  return propose(tx, deps, { ...about, body, why: by.why, proposedBy: by.staffId });
}

export function subjectOfRefund(purchaseId: string): string {
  return `purchase/${purchaseId}`;
}

/** States of the purchase before and after, for the audit log. */
export function refundStates(before: MemberPurchase, after: MemberPurchase, proposal?: string) {
  return {
    subject: subjectOfRefund(after.id),
    before: { state: before.state, ...(proposal === undefined ? {} : { proposal }) },
    after: { state: after.state, priceMinor: String(after.price), titleId: after.titleId },
  };
}
