import type { Proposal } from '../../api/staff/proposals.ts';
import { useText } from '../../features/language/use-text.ts';

/** Short title of a proposal. */
export function useProposalName(): (proposal: Pick<Proposal, 'what' | 'subject'>) => string {
  const t = useText();
  return ({ what, subject }) => t(`proposals.kind.${what}`, { subject });
}
