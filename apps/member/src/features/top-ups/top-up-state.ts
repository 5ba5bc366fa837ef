import type { TopUpState } from '../../api/shared/types.ts';

const OPEN: readonly TopUpState[] = ['created', 'pending', 'review'];

/** Whether something is still to come of it. */
export function isOpen(state: TopUpState): boolean {
  return OPEN.includes(state);
}
