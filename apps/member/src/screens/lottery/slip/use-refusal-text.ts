import { useTranslations } from 'use-intl';
import type { Problem } from '../../../api/shared/problem.ts';
import { useProblemText } from '../../../features/problems/use-problem-text.ts';

/** Text of the refusal of a slip. A limit that leaves nothing has its own words. */
export function useRefusalText(): (problem: Problem) => string {
  const t = useTranslations('placing.spent');
  const text = useProblemText();
  return (problem) => {
    const { code, params } = problem;
    return isOwnLimit(code) && params.leftMinor === '0' ? t(code) : text(problem);
  };
}

function isOwnLimit(code: string): code is 'limit-stake-day' | 'limit-loss' {
  return code === 'limit-stake-day' || code === 'limit-loss';
}
