import type { Complaint } from '../../api/shared/types.ts';

export type ComplaintState = 'open' | 'late' | 'answered';

/** State of a complaint at a moment: `late` if the house missed the deadline. */
export function complaintState({ state, dueAtMs }: Pick<Complaint, 'state' | 'dueAtMs'>, nowMs: number) {
  if (state === 'answered') return 'answered';
  return nowMs > dueAtMs ? 'late' : 'open';
}
