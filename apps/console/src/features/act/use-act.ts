import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { asProblem } from '../../api/problem.ts';

/**
 * One act of staff: runs once at a time, and what is shown is asked for again after it, also after a refusal: somebody
 * else was faster, or something has changed. `said` is shown for a moment once it is done.
 */
export function useAct<Values, Answer>(
  act: (values: Values) => Promise<Answer>,
  { said, onDone }: { said?: (answer: Answer) => string; onDone?: (answer: Answer) => void } = {},
) {
  const queries = useQueryClient();
  const notify = useNotify();
  return useMutation<Answer, Error, Values>({
    mutationFn: act,
    onSuccess(answer) {
      if (said) notify(said(answer), { type: 'success', autoHideDuration: 4_000 });
      onDone?.(answer);
    },
    onSettled: (_, error) =>
      error !== null && asProblem(error).code === 'not-proved' ? undefined : queries.invalidateQueries(),
  });
}
