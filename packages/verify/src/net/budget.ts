/** Limits on what all requests of one check use together, so that no other machine can keep it busy without end. */

export interface BudgetTerms {
  requestsMax: number;
  bytesMax: number;
  timeMs: number;
}

export interface Budget {
  requestsLeft: number;
  bytesLeft: number;
  /** End of the time for requests, by `performance.now()`. */
  endsMs: number;
  /** The first limit that a request met, as a sentence without its full stop; null while there is none. */
  exceeded: string | null;
}

/** Starts a budget now. */
export function openBudget({ requestsMax, bytesMax, timeMs }: BudgetTerms): Budget {
  return { requestsLeft: requestsMax, bytesLeft: bytesMax, endsMs: performance.now() + timeMs, exceeded: null };
}

/** Takes a request from the budget. False where a limit is met. */
export function takeRequest(budget: Budget): boolean {
  budget.requestsLeft -= 1;
  if (budget.requestsLeft < 0) budget.exceeded ??= 'more requests than this check may make in all';
  return budget.exceeded === null && isInTime(budget);
}

/** Takes bytes from the budget. False where a limit is met. */
export function takeBytes(budget: Budget, count: number): boolean {
  budget.bytesLeft -= count;
  if (budget.bytesLeft < 0) budget.exceeded ??= 'more than this check may read in all';
  return budget.exceeded === null;
}

/** False where the time is over. */
export function isInTime(budget: Budget): boolean {
  if (performance.now() >= budget.endsMs) budget.exceeded ??= 'more time than this check may take in all';
  return budget.exceeded === null;
}
