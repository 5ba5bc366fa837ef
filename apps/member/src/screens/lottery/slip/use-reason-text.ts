import { useBetName } from '../../../features/bets/use-bet-name.ts';
import type { SlipIssue } from './slip-issues.ts';
import { useIssueText } from './use-issue-text.ts';

/** Text of a slip's issue away from its bet: begins with the bet's name, if it concerns one. */
export function useReasonText(): (issue: SlipIssue) => string {
  const text = useIssueText();
  const name = useBetName();
  return (issue) => (issue.bet === null ? text(issue) : `${name(issue.bet)}: ${text(issue)}`);
}
