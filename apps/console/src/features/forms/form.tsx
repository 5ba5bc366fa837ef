import Stack, { type StackProps } from '@mui/material/Stack';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { DraftNote } from '../drafts/draft-note.tsx';
import type { Draft } from '../drafts/use-draft.ts';
import { enterEffect, enterTargetOf, type SubmitBy } from './enter-rule.ts';

interface FormProps extends Pick<StackProps, 'direction' | 'spacing' | 'useFlexGap' | 'sx'> {
  onSubmit: () => void;
  /** Default: by its button alone. */
  by?: SubmitBy;
  /** Accessible name. */
  label?: string;
  role?: 'search';
  /** Values of the form, kept until they are saved or discarded. */
  draft?: Draft;
  /** Escape in a field, unless an open list takes it. */
  onEscape?: () => void;
  children: ReactNode;
}

/** The only form element of the console. Enter in a field does not submit it, except sign-in and search. */
export function Form({ onSubmit, by = 'press', onEscape, draft, label, spacing = 2, children, ...layout }: FormProps) {
  // Events of a dialog inside the form bubble here too, through React's tree.
  const isOwn = (event: FormEvent | KeyboardEvent) =>
    event.target instanceof Element && event.currentTarget.contains(event.target);
  const submit = (event: FormEvent<HTMLElement>) => {
    if (!isOwn(event)) return;
    event.preventDefault();
    onSubmit();
  };
  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!isOwn(event)) return;
    if (event.key === 'Escape' && !event.defaultPrevented) onEscape?.();
    const effect = enterEffect(event.nativeEvent, enterTargetOf(event.target as HTMLInputElement), by);
    if (effect !== 'leave') event.preventDefault();
    if (effect === 'submit') onSubmit();
  };
  return (
    <Stack
      component="form"
      noValidate
      spacing={spacing}
      onSubmit={submit}
      onKeyDown={keyDown}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...layout}
    >
      {children}
      {draft === undefined ? null : <DraftNote draft={draft} />}
    </Stack>
  );
}
