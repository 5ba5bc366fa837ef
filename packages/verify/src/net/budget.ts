/** Limits on what all requests of one check use together, so that no other machine can keep it busy without end. */

export interface BudgetTerms {
  requestsMax: number;
  bytesMax: number;
  timeMs: number;
}

export interface Budget {
  /** The budget that this one is a share of. What the share takes is taken from both; the share may end first. */
  parent: Budget | null;
  /** Shares of this budget, by their holders. */
  shares: Map<string, Budget>;
  requestsLeft: number;
  bytesLeft: number;
  /** End of the time for requests, by `performance.now()`. */
  endsMs: number;
  /** Of a share: how long the check may still wait for this machine; `takeWait` counts it. */
  waitLeftMs: number;
  /** The first limit that a request met, as a sentence without its full stop; null while there is none. */
  exceeded: string | null;
}

/** Starts a budget now. */
export function openBudget({ requestsMax, bytesMax, timeMs }: BudgetTerms): Budget {
  const endsMs = performance.now() + timeMs;
  const limits = { requestsLeft: requestsMax, bytesLeft: bytesMax, endsMs, waitLeftMs: timeMs };
  return { ...limits, parent: null, shares: new Map(), exceeded: null };
}

/**
 * The share of one of `count` machines that are asked at the same time. Later calls for the same holder return the same
 * share. All shares together have half of the bytes that are left at the first call, and each has half of the time. So
 * no machine can use up what the others need.
 */
export function shareOf(parent: Budget, holder: string, count: number): Budget {
  const known = parent.shares.get(holder);
  if (known !== undefined) return known;
  const bytesLeft = Math.floor(parent.bytesLeft / 2 / count);
  const waitLeftMs = Math.max(0, parent.endsMs - performance.now()) / 2;
  const share: Budget = { ...parent, parent, shares: new Map(), bytesLeft, waitLeftMs, exceeded: null };
  parent.shares.set(holder, share);
  return share;
}

/** Takes a request from the budget. False where a limit is met. */
export function takeRequest(budget: Budget): boolean {
  if (budget.parent !== null && !takeRequest(budget.parent)) budget.exceeded ??= budget.parent.exceeded;
  budget.requestsLeft -= 1;
  if (budget.requestsLeft < 0) budget.exceeded ??= 'more requests than this check may make in all';
  return budget.exceeded === null && isInTime(budget);
}

/** Takes bytes from the budget. False where a limit is met. */
export function takeBytes(budget: Budget, count: number): boolean {
  if (budget.parent !== null && !takeBytes(budget.parent, count)) budget.exceeded ??= budget.parent.exceeded;
  budget.bytesLeft -= count;
  if (budget.bytesLeft < 0) {
    budget.exceeded ??= `more than this check may read ${budget.parent === null ? 'in all' : 'from one witness'}`;
  }
  return budget.exceeded === null;
}

/** False where the time is over. */
export function isInTime(budget: Budget): boolean {
  if (budget.parent !== null && !isInTime(budget.parent)) budget.exceeded ??= budget.parent.exceeded;
  if (performance.now() >= budget.endsMs) budget.exceeded ??= 'more time than this check may take in all';
  return budget.exceeded === null;
}

/** Takes a time of waiting for the holder of a share. */
export function takeWait(share: Budget, ms: number): void {
  share.waitLeftMs -= ms;
  if (share.waitLeftMs <= 0) share.exceeded ??= 'more time than this check may wait for one witness';
}
