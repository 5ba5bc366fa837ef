import { z } from 'zod';
import type { Tx } from '../../db/transaction.ts';
import { namesOfStaff } from '../../staff/names.ts';
import { PROPOSAL_KINDS, PROPOSAL_OUTCOMES, type Proposal } from '../../staff/proposals.ts';
import { Uuid } from '../member/shapes.ts';

const Person = z.object({ id: z.uuid(), name: z.string() });

export const ProposalAnswer = z.object({
  id: z.uuid(),
  what: z.enum(PROPOSAL_KINDS),
  subject: z
    .string()
    .describe(
      'The key of a lottery, `house`, `purchase/` and its id, `correction/`, the member and the reference, or what is ' +
        'closed for faults: `money-in`, `table/` and the key of a lottery',
    ),
  body: z.unknown(),
  why: z.string(),
  proposedBy: Person,
  proposedAtMs: z.number().int(),
  decidedBy: Person.nullable(),
  decidedAtMs: z.number().int().nullable(),
  decidedWhy: z.string().nullable(),
  outcome: z.enum(PROPOSAL_OUTCOMES).nullable().describe('Null while it waits: nothing of it is in force'),
});
z.globalRegistry.add(ProposalAnswer, { id: 'Proposal' });

export const ProposalParams = z.object({ id: Uuid });

/** Each with the names of who proposed and decided. */
export async function answerProposals(
  tx: Tx,
  proposals: readonly Proposal[],
): Promise<z.infer<typeof ProposalAnswer>[]> {
  const ids = proposals.flatMap(({ proposedBy, decidedBy }) => [
    proposedBy,
    ...(decidedBy === null ? [] : [decidedBy]),
  ]);
  const names = await namesOfStaff(tx.q, [...new Set(ids)]);
  const person = (id: string) => ({ id, name: names.get(id) ?? '' });
  return proposals.map(({ proposedBy, decidedBy, ...same }) => ({
    ...same,
    proposedBy: person(proposedBy),
    decidedBy: decidedBy === null ? null : person(decidedBy),
  }));
}

export async function answerProposal(tx: Tx, proposal: Proposal): Promise<z.infer<typeof ProposalAnswer>> {
  const [answer] = await answerProposals(tx, [proposal]);
  if (!answer) throw new Error('a proposal was lost');
  return answer;
}
