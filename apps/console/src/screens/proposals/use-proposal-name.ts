import type { Proposal } from '../../api/staff/proposals.ts';
import { useText } from '../../features/language/use-text.ts';

/** What is proposed, in a few words. */
export function useProposalName(): (proposal: Pick<Proposal, 'what' | 'subject'>) => string {
  const t = useText();
  return ({ what, subject }) => t(`proposals.kind.${what}`, { subject });
}
