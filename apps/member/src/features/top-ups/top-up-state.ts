import type { TopUpState } from '../../api/shared/types.ts';

const OPEN: readonly TopUpState[] = ['created', 'pending', 'review'];

/** True if the top-up is not finished. */
export function isOpen(state: TopUpState): boolean {
  return OPEN.includes(state);
}
