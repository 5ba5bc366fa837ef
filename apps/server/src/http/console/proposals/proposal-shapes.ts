import { z } from 'zod';
import type { Tx } from '../../../db/transaction.ts';
import { REFUSAL_CODES } from '../../../refusal.ts';
import type { Outcome } from '../../../staff/instructions.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import { PROPOSAL_KINDS, PROPOSAL_OUTCOMES, type Proposal } from '../../../staff/proposals.ts';
import { Uuid } from '../../shared/shapes.ts';
import { memberNames } from '../members/member-names.ts';

const Person = z.object({ id: z.uuid(), name: z.string() });

export const ProposalAnswer = z.object({
  id: z.uuid(),
  what: z.enum(PROPOSAL_KINDS),
  subject: z
    .string()
    .describe(
      'Key of a lottery, `house`, `purchase/ID` or `correction/MEMBER/REFERENCE`. For a reopening, the closed area: ' +
        '`money-in` or `table/KEY`. For a stop: `betting` or `table/KEY`',
    ),
  body: z.unknown(),
  member: Person.nullable().describe('Member whose money it moves; null for other proposals'),
  why: z.string(),
  proposedBy: Person,
  proposedAtMs: z.number().int(),
  decidedBy: Person.nullable(),
  decidedAtMs: z.number().int().nullable(),
  decidedWhy: z.string().nullable(),
  outcome: z.enum(PROPOSAL_OUTCOMES).nullable().describe('Outcome; null while the proposal is open'),
  carriedOut: z
    .enum(['pending', 'done', 'refused'])
    .nullable()
    .describe('Of a confirmed proposal that the jobs carry out; `refused` is final: nothing was posted or published'),
  refusal: z
    .object({ code: z.enum(REFUSAL_CODES), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable()
    .describe('Reason for which carrying it out was refused; null otherwise'),
});
z.globalRegistry.add(ProposalAnswer, { id: 'Proposal' });

export const ProposalParams = z.object({ id: Uuid });

/** Proposals with the names of proposer and decider. `outcomes` are by proposal id (`outcomesOf`). */
export async function answerProposals(
  tx: Tx,
  proposals: readonly Proposal[],
  outcomes: ReadonlyMap<string, Outcome> = new Map(),
): Promise<z.infer<typeof ProposalAnswer>[]> {
  const ids = proposals.flatMap(({ proposedBy, decidedBy }) => [
    proposedBy,
    ...(decidedBy === null ? [] : [decidedBy]),
  ]);
  const names = await namesOfStaff(tx.q, [...new Set(ids)]);
  const members = proposals.flatMap((one) => memberOf(one) ?? []);
  const userName = await memberNames(tx.q, members);
  const member = (id: string | null) => (id === null ? null : { id, name: userName(id) });
  const person = (id: string) => ({ id, name: names.get(id) ?? '' });
  return proposals.map(({ proposedBy, decidedBy, ...same }) => ({
    ...same,
    member: member(memberOf(same)),
    proposedBy: person(proposedBy),
    decidedBy: decidedBy === null ? null : person(decidedBy),
    ...answerOutcome(outcomes.get(same.id)),
  }));
}

/** Id of the member in the body of a correction or a refund; null for other proposals. */
export function memberOf({ body }: Pick<Proposal, 'body'>): string | null {
  const memberId = typeof body === 'object' && body !== null && 'memberId' in body ? body.memberId : null;
  return typeof memberId === 'string' ? memberId : null;
}

export async function answerProposal(
  tx: Tx,
  proposal: Proposal,
  outcomes?: ReadonlyMap<string, Outcome>,
): Promise<z.infer<typeof ProposalAnswer>> {
  const [answer] = await answerProposals(tx, [proposal], outcomes);
  if (!answer) throw new Error('the stored proposal cannot be read back');
  return answer;
}

export function answerOutcome(
  outcome: Outcome | undefined,
): Pick<z.infer<typeof ProposalAnswer>, 'carriedOut' | 'refusal'> {
  return { carriedOut: outcome?.state ?? null, refusal: outcome?.refusal ?? null };
}
