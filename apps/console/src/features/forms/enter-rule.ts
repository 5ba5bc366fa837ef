import { type EnterEvent, submitsByEnter } from '@tercet/contract/words.ts';

/**
 * How a form is submitted. `press`: by its button alone. `enter`: also by Enter in a field, for sign-in and search.
 * `message`: also by Ctrl or Cmd with Enter in the text area, for message boxes.
 */
export type SubmitBy = 'press' | 'enter' | 'message';

/** Where the key was pressed. A button and an open list of options are `other`. */
export type EnterTarget = 'line' | 'text-area' | 'other';

/** `block`: the browser must not submit the form. `submit`: submit it. `leave`: the browser's own effect. */
export type EnterEffect = 'block' | 'submit' | 'leave';

const PRESSED = ['button', 'submit', 'reset', 'image', 'file'];

/** Effect of a key in a form: Enter in a line submits only sign-in and search. */
export function enterEffect(event: EnterEvent, target: EnterTarget, by: SubmitBy): EnterEffect {
  if (event.key !== 'Enter') return 'leave';
  if (target === 'line') return by === 'enter' ? 'leave' : 'block';
  if (target === 'text-area' && by === 'message' && submitsByEnter(event, 'ctrl-enter')) return 'submit';
  return 'leave';
}

/** `type` is that of an input. */
export function enterTargetOf({ tagName, type }: { tagName: string; type?: string }): EnterTarget {
  if (tagName === 'TEXTAREA') return 'text-area';
  return tagName === 'INPUT' && !PRESSED.includes(type ?? '') ? 'line' : 'other';
}
