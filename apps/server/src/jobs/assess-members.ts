import type { Account } from '../ledger/lock.ts';
import { type AssessDeps, assessMember, BATCH_MAX, dueMembers } from '../risk/assess.ts';

const BUCKETS = 256;

/** How much one run does. A run is short, so that bets never wait long for the database. */
export interface AssessPace {
  /** Buckets that one run looks through. */
  buckets: number;
  /** Time after which a run begins with no further member, in ms. */
  budgetMs: number;
}

/** Every two seconds: a round takes nine minutes, and one connection works for a twentieth of the time at most. */
const PACE: AssessPace = { buckets: 1, budgetMs: 100 };

/**
 * Looks for signs of harm in the history of members who were active since the last look, at most once a day each. A run
 * begins where the last one stopped. Returns the number of members.
 */
export function assessMembers(deps: AssessDeps, { buckets, budgetMs }: AssessPace = PACE): () => Promise<number> {
  let bucket = 0;
  return async () => {
    const until = performance.now() + budgetMs;
    const result: Result = { assessed: 0, fault: null, isWhole: true };
    for (let looked = 0; looked < buckets && result.isWhole; ) {
      const due = await dueMembers(deps.db, bucket, bucket + 1);
      await assessAll(deps, due, until, result);
      // Otherwise the next run goes on in the same bucket, and a full batch means that it has more.
      if (!result.isWhole || (due.length === BATCH_MAX && result.fault === null)) continue;
      looked += 1;
      bucket = (bucket + 1) % BUCKETS;
    }
    if (result.fault !== null) throw result.fault;
    return result.assessed;
  };
}

interface Result {
  assessed: number;
  /** The first fault. One member whose history cannot be read must not hide the others. */
  fault: unknown;
  /** False once the time was up. */
  isWhole: boolean;
}

async function assessAll(deps: AssessDeps, due: readonly Account[], until: number, result: Result): Promise<void> {
  for (const account of due) {
    if (performance.now() >= until) {
      result.isWhole = false;
      return;
    }
    try {
      result.assessed += (await assessMember(deps, account)) === null ? 0 : 1;
    } catch (error) {
      result.fault ??= error;
    }
  }
}
