import { Problem } from '../../../api/shared/problem.ts';
import { useAmountFault } from '../../../features/money/use-amount-fault.ts';
import type { SlipIssue } from './slip-issues.ts';
import { useRefusalText } from './use-refusal-text.ts';

/** Text of an issue found on the phone: why a stake is not an amount, or the text of the server's refusal. */
export function useIssueText(): (issue: SlipIssue) => string {
  const text = useRefusalText();
  const fault = useAmountFault();
  return ({ code, params, unread = null }) => fault(unread) ?? text(new Problem(code, 422, params));
}
