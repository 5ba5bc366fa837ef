import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { Problem } from '../../api/shared/problem.ts';
import type { Proposal } from '../../api/staff/proposals.ts';
import { useText } from '../../features/language/use-text.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';

/** Kinds of proposals that the jobs publish in the book. */
const PUBLISHED: readonly Proposal['what'][] = ['table', 'money-rule', 'lottery', 'retirement', 'stop'];

/** A confirmed proposal that failed: what did not happen, why, and the next step. */
export function NotCarriedOut({ what, refusal }: Pick<Proposal, 'what' | 'refusal'>) {
  const t = useText();
  const problemText = useProblemText();
  if (refusal === null) return null;
  const isPublished = PUBLISHED.includes(what);
  return (
    <Alert severity="error" variant="outlined">
      <AlertTitle>{t(isPublished ? 'proposals.notPublished' : 'proposals.notPosted')}</AlertTitle>
      {problemText(new Problem(refusal.code, 0, refusal.params))}{' '}
      {t(isPublished ? 'proposals.publishAnew' : 'proposals.postAnew')}
    </Alert>
  );
}
