import { type AssessDeps, assessMember, BATCH_MAX, dueMembers } from '../risk/assess.ts';

/** Buckets that one query looks through. */
const BUCKETS_AT_ONCE = 16;
const BUCKETS = 256;
/** Time for one run, in ms; the next run continues behind the last buckets. */
const BUDGET_MS = 20_000;

/**
 * Looks for signs of harm in the history of members who were active since the last look, at most once a day each. A run
 * begins where the last one stopped, and ends after all buckets or `BUDGET_MS`. Returns the number of members.
 */
export function assessMembers(deps: AssessDeps, budgetMs: number = BUDGET_MS): () => Promise<number> {
  let first = 0;
  return async () => {
    const until = performance.now() + budgetMs;
    let assessed = 0;
    for (let looked = 0; looked < BUCKETS && performance.now() < until; ) {
      const due = await dueMembers(deps.db, first, first + BUCKETS_AT_ONCE);
      for (const account of due) assessed += (await assessMember(deps, account)) === null ? 0 : 1;
      // A full batch: the same buckets have more.
      if (due.length === BATCH_MAX) continue;
      looked += BUCKETS_AT_ONCE;
      first = (first + BUCKETS_AT_ONCE) % BUCKETS;
    }
    return assessed;
  };
}
