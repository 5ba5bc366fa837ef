import type { Complaint } from '../../api/shared/types.ts';

export type ComplaintState = 'open' | 'late' | 'answered';

/** Where a question stands at a moment: one that the house has not answered in time says so. */
export function complaintState({ state, dueAtMs }: Pick<Complaint, 'state' | 'dueAtMs'>, nowMs: number) {
  if (state === 'answered') return 'answered';
  return nowMs > dueAtMs ? 'late' : 'open';
}
