import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';

/**
 * A fault found by the reconciliation.
 *
 * - `no-cause`: a transfer without its cause.
 * - `not-posted`: a cause without its transfer.
 * - `amount`, `accounts`, `state`: the cause has another amount, other accounts, or a state that posts nothing.
 * - `position-ahead`: the position of the reconciliation is beyond the ledger.
 * - `twice`: the top-up was credited before.
 * - `unsaid`: no verified provider message.
 * - `undecided`: too few people decided.
 * - `unproven: …`: a paid draw that cannot be verified, with the reason.
 * - `slips`: the number of slips differs from the seal, less those that the book states as lost in a restore.
 * - `balance-…`: a stored balance differs from its transfers (`ledger/reconcile.ts`).
 */
export interface LedgerFault {
  what: string;
  memberId: string | null;
  kind: string | null;
  /** `YYYY-MM-DD`. */
  day: string | null;
  ref: string | null;
  lotteryId: number | null;
  period: number | null;
  /** Amount in the ledger, in minor units. Null if not applicable. */
  posted: bigint | null;
  /** Amount by the cause. */
  due: bigint | null;
}

export const NO_FAULT: Omit<LedgerFault, 'what'> = {
  memberId: null,
  kind: null,
  day: null,
  ref: null,
  lotteryId: null,
  period: null,
  posted: null,
  due: null,
};

/** Limit for one pass. More faults have a common cause. */
export const FAULTS_MAX = 1_000;

/** Inserts each fault once, however often it is found. Returns the new ones. */
export async function noteFaults(tx: Tx, faults: readonly LedgerFault[]): Promise<LedgerFault[]> {
  const fresh: LedgerFault[] = [];
  for (const fault of faults.slice(0, FAULTS_MAX)) {
    const { what, memberId, kind, day, ref, lotteryId, period, posted, due } = fault;
    const { numAffectedRows } = await sql`
      insert into ledger.fault (id, what, member_id, kind, day, ref, lottery_id, period, posted, due)
      values (${idOf(fault)}, ${what}, ${memberId}::uuid, ${kind}, ${day}::date, ${ref}::uuid,
        ${lotteryId}::smallint, ${period}::bigint, ${posted}::numeric, ${due}::numeric)
      on conflict do nothing`.execute(tx.q);
    if (numAffectedRows === 1n) fresh.push(fault);
  }
  return fresh;
}

/**
 * Saves the faults that were found before `error` stopped the run, so that the error cannot hide them. Throws `error`
 * if none of them is new, so that the job reports it and runs again.
 */
export async function noteFoundBefore(db: Db, error: unknown, found: readonly LedgerFault[]): Promise<LedgerFault[]> {
  const fresh = await transaction(db, (tx) => noteFaults(tx, found));
  if (fresh.length === 0) throw error;
  return fresh;
}

function idOf(fault: LedgerFault): Buffer {
  const { what, memberId, kind, day, ref, lotteryId, period, posted, due } = fault;
  const stated = [what, memberId, kind, day, ref, lotteryId, period, posted, due].map((value) => `${value ?? ''}`);
  return createHash('sha256')
    .update(`tercet/ledger-fault/${stated.join('/')}`)
    .digest();
}

/** Number of faults that two people have not reviewed. */
export async function countOpenFaults(q: Db | Tx['q']): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ledger.fault f where f.review is null`.execute(q);
  return rows[0]?.n ?? 0;
}
