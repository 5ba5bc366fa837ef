import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { type Tx, transaction } from '../../../db/transaction.ts';
import { refuseGone } from '../../../decisions/correct-balance.ts';
import { DIRECTIONS, isCorrected } from '../../../payments/rules/corrections.ts';
import { Refusal } from '../../../refusal.ts';
import type { StaffDeps } from '../../../staff/deps.ts';
import { listOpenUnder, propose, readOpenProposal } from '../../../staff/proposals.ts';
import type { Http } from '../../http.ts';
import { FORM_BYTES_MAX, PROBLEMS } from '../../shared/forms.ts';
import { readAmount, TypedAmount } from '../../shared/money-input.ts';
import { Minor, Uuid } from '../../shared/shapes.ts';
import { accountOf, MemberParams, refuseWithoutWhy, Why } from '../members/member-params.ts';
import { staffOf } from '../staff-caller.ts';
import { answerProposal, ProposalAnswer } from './proposal-shapes.ts';

const Ask = z.strictObject({
  direction: z.enum(DIRECTIONS),
  amountMinor: TypedAmount,
  reference: z
    .string()
    .trim()
    .regex(/^(?:[A-Za-z0-9][\w.:/-]{3,127})?$/)
    .describe(
      'Cause of the correction: the leaf of a slip, a provider’s reference or a withdrawal. Each cause can be corrected once',
    ),
});

/** Exclusive maximum. A longer number is no member's amount and may be a card number in the wrong field. */
const AMOUNT_END = 10n ** 12n;

/** A proposed correction with its member. */
export const CorrectionBody = Ask.extend({ memberId: Uuid });

export function proposeCorrectionRoute(http: Http, { staff: deps }: { staff: StaffDeps }): void {
  http.route({
    method: 'POST',
    url: '/api/console/members/:memberId/corrections',
    config: { access: 'staff', roles: ['finance'], stepUp: true, readByMembers: true },
    bodyLimit: FORM_BYTES_MAX,
    schema: {
      tags: ['console'],
      summary:
        'Propose a balance correction; another of finance confirms it, then it is posted and the member notified',
      params: MemberParams,
      body: Ask.extend({ why: Why }),
      response: { 202: ProposalAnswer, ...PROBLEMS },
    },
    handler: async (request, reply) => {
      const { why, ...ask } = request.body;
      refuseWithoutWhy(why);
      if (readAmount(ask.amountMinor) >= AMOUNT_END) {
        throw new Refusal('bad-amount', {}, { amountMinor: 'bad-amount' });
      }
      if (ask.reference === '') throw new Refusal('fill-in', {}, { reference: 'fill-in' });
      const member = accountOf(request.params);
      const staff = staffOf(request);
      const answer = await transaction(deps.db, async (tx) => {
        await refuseGone(tx, member);
        if (await isCorrected(tx.q, ask.reference)) throw new Refusal('corrected-already');
        const { memberId } = member;
        const about = { what: 'correction', subject: subjectOfCorrection(memberId, ask.reference) } as const;
        const instead = await readOpenProposal(tx.q, deps, about.what, about.subject);
        const body: z.infer<typeof CorrectionBody> = { memberId, ...ask };
        const made = await propose(tx, deps, { ...about, body, why, proposedBy: staff.id });
        const proposal = await answerProposal(tx, made);
        const before = instead === null ? {} : { before: { proposal: instead.id } };
        const states = { subject: about.subject, ...before, after: { proposal: made.id, ...ask } };
        await record(tx, { act: 'correction-proposed', ...states, member, staff, why, address: request.ip });
        return proposal;
      });
      return reply.code(202).send(answer);
    },
  });
}

/** A correction that was proposed and not yet decided. */
export const WaitingCorrection = z.object({
  id: z.uuid().describe('Id of the proposal'),
  direction: z.enum(DIRECTIONS),
  amountMinor: Minor,
  reference: z.string(),
  proposedAtMs: z.number().int(),
});

/** The member's undecided corrections, newest first. */
export async function waitingCorrections(
  q: Db | Tx['q'],
  { macs }: StaffDeps,
  memberId: string,
): Promise<z.infer<typeof WaitingCorrection>[]> {
  const open = await listOpenUnder(q, macs, 'correction', subjectOfCorrection(memberId, ''));
  return open.map(({ id, body, proposedAtMs }) => {
    const { direction, amountMinor, reference } = CorrectionBody.parse(body);
    return { id, direction, amountMinor, reference, proposedAtMs };
  });
}

/**
 * Subject of the proposal. It contains the member, so that a proposal for one member does not replace that for
 * another.
 */
function subjectOfCorrection(memberId: string, reference: string): string {
  return `correction/${memberId}/${reference.toLowerCase()}`;
}
