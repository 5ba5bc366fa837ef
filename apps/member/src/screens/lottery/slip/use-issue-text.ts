import { Problem } from '../../../api/shared/problem.ts';
import { useProblemText } from '../../../features/problems/use-problem-text.ts';
import type { SlipIssue } from './slip-issues.ts';

/** Text of an issue found on the phone, the same as for the server's refusal. */
export function useIssueText(): (issue: SlipIssue) => string {
  const text = useProblemText();
  return ({ code, params }) => text(new Problem(code, 422, params));
}
