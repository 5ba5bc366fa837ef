/** Limits on everything that one run reads. */
import { EXIT_CODES } from '@tercet/fair';
import type { Budget, BudgetTerms } from '../net/budget.ts';
import { CheckFailure } from './failure.ts';
import type { CheckOptions } from './options.ts';

const GB = 1024 ** 3;
/**
 * What one run takes from the club, witnesses and relays together. `answers` is its time, in times that one answer may
 * take: 20 minutes by default, and 4 hours for a file of receipts. A whole book may hold years of bets.
 */
const LIMITS: Record<CheckOptions['what'], { requestsMax: number; bytesMax: number; answers: number }> = {
  draw: { requestsMax: 10_000, bytesMax: 4 * GB, answers: 60 },
  liabilities: { requestsMax: 10_000, bytesMax: 4 * GB, answers: 60 },
  receipt: { requestsMax: 1_000_000, bytesMax: 4 * GB, answers: 720 },
  book: { requestsMax: 100_000_000, bytesMax: 256 * GB, answers: 30_000 },
};

export function limitsOf({ what, timeoutMs }: CheckOptions): BudgetTerms {
  const { answers, ...limits } = LIMITS[what];
  return { ...limits, timeMs: answers * timeoutMs };
}

/**
 * Throws a `CheckFailure` where the requests met a limit. Only a breach counts then: a club that uses the limits up
 * could keep witnesses from being asked.
 */
export function refuseBeyondLimits(budget: Budget | undefined, { exitCode }: { exitCode: number }): void {
  const exceeded = budget?.exceeded ?? null;
  if (exceeded === null || exitCode === EXIT_CODES.breach) return;
  throw new CheckFailure(
    `Not checked: ${exceeded}. The club, a witness or a relay may keep the check busy on purpose.`,
  );
}
