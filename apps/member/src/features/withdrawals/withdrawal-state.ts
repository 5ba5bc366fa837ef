import type { Withdrawal, WithdrawalState } from '../../api/shared/types.ts';

/** What a member is told of a withdrawal in one word: its state, unless an authority's order keeps it in the house. */
export type ShownWithdrawalState = WithdrawalState | 'on-hold';

export function shownStateOf({ state, legalHold }: Pick<Withdrawal, 'state' | 'legalHold'>): ShownWithdrawalState {
  // What the provider has already, no order holds back.
  return legalHold !== null && (state === 'in-review' || state === 'approved') ? 'on-hold' : state;
}

/** Whether something is still to come of it. */
export function isOpen({ state }: Pick<Withdrawal, 'state'>): boolean {
  return state === 'in-review' || state === 'approved' || state === 'sent';
}
