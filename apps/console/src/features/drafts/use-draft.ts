import { onPhone } from '@tercet/contract/text-storage.ts';
import { useRef, useState } from 'react';
import { useMe } from '../session/store.ts';
import { createDraftStore, restored } from './draft-store.ts';

const drafts = createDraftStore(onPhone, Date.now);

/** Unsaved values of a form, as its frame shows them. */
export interface Draft {
  /** The form has values that are neither saved nor discarded. */
  isUnsaved: boolean;
  /** Removes them and shows the form's own values again. */
  discard: () => void;
  /** Call after saving. */
  saved: () => void;
}

interface Options {
  /** The form stays open with its values after saving. Otherwise it shows its own values again. */
  stays?: boolean;
}

interface State<T> {
  of: string;
  own: T;
  value: T;
}

/**
 * State of a form whose values outlive the page: they are kept for the account until they are saved or discarded.
 * `form` names the form and its item, such as `guide` or `withdrawals/ID/approve`. Values must survive JSON.
 */
export function useDraft<T>(
  form: string,
  initial: T | (() => T),
  { stays = false }: Options = {},
): [T, (next: T | ((before: T) => T)) => void, Draft] {
  const { id } = useMe();
  const of = `${id} ${form}`;
  const begin = (): State<T> => {
    const own = initial instanceof Function ? initial() : initial;
    return { of, own, value: restored(own, drafts.read(id, form)) };
  };
  const [state, setState] = useState(begin);
  const current = state.of === of ? state : begin();
  if (current !== state) setState(current);
  const latest = useRef(current);
  latest.current = current;
  const change = (next: State<T>) => {
    latest.current = next;
    drafts.write(id, form, isSame(next.value, next.own) ? undefined : next.value);
    setState(next);
  };
  const reset = () => {
    const own = initial instanceof Function ? initial() : initial;
    change({ of, own, value: own });
  };
  return [
    current.value,
    (next) => {
      const { value, own } = latest.current;
      change({ of, own, value: next instanceof Function ? next(value) : next });
    },
    {
      isUnsaved: !isSame(current.value, current.own),
      discard: reset,
      saved() {
        const { value } = latest.current;
        if (stays) change({ of, own: value, value });
        else reset();
      },
    },
  ];
}

/** Several drafts of one form as one. */
export function joinDrafts(...all: readonly Draft[]): Draft {
  return {
    isUnsaved: all.some(({ isUnsaved }) => isUnsaved),
    discard() {
      for (const { discard } of all) discard();
    },
    saved() {
      for (const { saved } of all) saved();
    },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
