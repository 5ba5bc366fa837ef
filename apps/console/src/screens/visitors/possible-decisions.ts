import type { Recovery } from '../../api/members/visitors.ts';

/** Decisions that support can still make on a request. Without an account there is nothing to approve. */
export function possibleDecisions({ state, account }: Pick<Recovery, 'state' | 'account'>): {
  approve: boolean;
  refuse: boolean;
} {
  const isOpen = state === 'waiting';
  return { approve: isOpen && account !== null, refuse: isOpen };
}
