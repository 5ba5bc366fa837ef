import type { Proposal } from '../../api/proposals.ts';
import type { Tone } from '../../ui/state-chip.tsx';

export type ProposalState = 'open' | NonNullable<Proposal['outcome']>;

export const PROPOSAL_TONE: Readonly<Record<ProposalState, Tone>> = {
  open: 'wait',
  confirmed: 'good',
  declined: 'bad',
  withdrawn: 'quiet',
};

export function stateOf({ outcome }: Proposal): ProposalState {
  return outcome ?? 'open';
}
