import { Problem } from '../../../api/shared/problem.ts';
import { useProblemText } from '../../../features/problems/use-problem-text.ts';
import type { SlipIssue } from './slip-issues.ts';

/** Our own early findings are told in the same words as the server's refusals. */
export function useIssueText(): (issue: SlipIssue) => string {
  const text = useProblemText();
  return ({ code, params }) => text(new Problem(code, 422, params));
}
