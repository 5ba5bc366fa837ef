import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { asProblem } from '../../api/shared/problem.ts';
import type { Draft } from '../drafts/use-draft.ts';
import { notify } from '../notifications/notifications.ts';

interface ActOptions<Answer> {
  /** Text of the brief confirmation. */
  confirmation?: (answer: Answer) => string;
  /** Values that the act saves. */
  draft?: Pick<Draft, 'saved'>;
  onDone?: (answer: Answer) => void;
}

/**
 * One act of staff, single-flight: a second click before the answer does nothing, even before the button shows its busy
 * state. All queries are refetched afterwards, also after a refusal.
 */
export function useAct<Values, Answer>(
  act: (values: Values) => Promise<Answer>,
  { confirmation, draft, onDone }: ActOptions<Answer> = {},
) {
  const queries = useQueryClient();
  const isRunning = useRef(false);
  const mutation = useMutation<Answer, Error, Values>({
    mutationFn: act,
    onSuccess(answer) {
      if (confirmation) notify(confirmation(answer));
      draft?.saved();
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
