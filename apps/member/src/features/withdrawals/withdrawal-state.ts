import type { Withdrawal, WithdrawalState } from '../../api/shared/types.ts';

/** The state of a withdrawal as members see it: its own state, or `on-hold` under a legal hold. */
export type ShownWithdrawalState = WithdrawalState | 'on-hold';

export function shownStateOf({ state, legalHold }: Pick<Withdrawal, 'state' | 'legalHold'>): ShownWithdrawalState {
  // A legal hold cannot stop what the provider already has.
  return legalHold !== null && (state === 'in-review' || state === 'approved') ? 'on-hold' : state;
}

/** True if the withdrawal is not finished. */
export function isOpen({ state }: Pick<Withdrawal, 'state'>): boolean {
  return state === 'in-review' || state === 'approved' || state === 'sent';
}
