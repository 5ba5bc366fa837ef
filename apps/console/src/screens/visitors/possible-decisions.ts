import type { Recovery } from '../../api/members/visitors.ts';

/**
 * Decisions that support can still make on a request. Without an account there is nothing to approve. A refusal
 * takes an approval back until the password is set.
 */
export function possibleDecisions({ state, account }: Pick<Recovery, 'state' | 'account'>): {
  approve: boolean;
  refuse: boolean;
} {
  const isWaiting = state === 'waiting';
  return { approve: isWaiting && account !== null, refuse: isWaiting || state === 'approved' };
}
