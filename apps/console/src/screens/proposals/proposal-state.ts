import type { Proposal } from '../../api/staff/proposals.ts';
import type { Tone } from '../../ui/state-chip.tsx';

/** `pending`: confirmed, not carried out yet. `refused`: confirmed, but carrying it out failed. */
export type ProposalState = 'open' | NonNullable<Proposal['outcome']> | 'pending' | 'refused';

export const PROPOSAL_TONE: Readonly<Record<ProposalState, Tone>> = {
  open: 'wait',
  confirmed: 'good',
  pending: 'wait',
  refused: 'bad',
  declined: 'bad',
  withdrawn: 'quiet',
};

export function stateOf({ outcome, carriedOut }: Proposal): ProposalState {
  if (carriedOut === 'pending' || carriedOut === 'refused') return carriedOut;
  return outcome ?? 'open';
}
