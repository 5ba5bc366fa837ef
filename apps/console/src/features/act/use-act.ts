import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNotify } from 'react-admin';
import { asProblem } from '../../api/shared/problem.ts';

/**
 * One act of staff, single-flight: a second click before the answer does nothing, even before the button shows its busy
 * state. All queries are refetched afterwards, also after a refusal. `said` gives the brief confirmation.
 */
export function useAct<Values, Answer>(
  act: (values: Values) => Promise<Answer>,
  { confirmation, onDone }: { confirmation?: (answer: Answer) => string; onDone?: (answer: Answer) => void } = {},
) {
  const queries = useQueryClient();
  const notify = useNotify();
  const isRunning = useRef(false);
  const mutation = useMutation<Answer, Error, Values>({
    mutationFn: act,
    onSuccess(answer) {
      if (confirmation) notify(confirmation(answer), { type: 'success', autoHideDuration: 4_000 });
      onDone?.(answer);
    },
    onSettled(_, error) {
      isRunning.current = false;
      return error !== null && asProblem(error).code === 'not-proved' ? undefined : queries.invalidateQueries();
    },
  });
  return {
    ...mutation,
    mutate(values: Values) {
      if (isRunning.current) return;
      isRunning.current = true;
      mutation.mutate(values);
    },
  };
}
