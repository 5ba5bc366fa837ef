import { sql } from 'kysely';
import type { LedgerAccount, LedgerKind } from '../db/schema.d.ts';
import type { Tx } from '../db/transaction.ts';

/** One movement of money inside one member's rows: `amount` minor units leave `debit` and enter `credit`. */
export interface Transfer {
  bucket: number;
  memberId: string;
  /** Day of the act (`YYYY-MM-DD`, UTC), not of the writing: a retry after midnight must find the same row. */
  day: string;
  /** Names the act. With `kind` it is the transfer's identity: posting it twice posts it once. */
  ref: string;
  kind: LedgerKind;
  debit: LedgerAccount;
  credit: LedgerAccount;
  amount: bigint;
}

/**
 * The one way money moves (the SQL function `ledger.post`, which slips and settlement call inside the database too).
 * All transfers are posted or none; those that are there already are left alone. Returns how many were new. Throws when
 * the member's available or held balance would become negative, or when a member has no balance row.
 */
export async function post(tx: Tx, transfers: readonly Transfer[]): Promise<number> {
  if (transfers.length === 0) return 0;
  const { rows } = await sql<{ n: number }>`
    select ledger.post(
      ${transfers.map((t) => t.bucket)}::smallint[], ${transfers.map((t) => t.memberId)}::uuid[],
      ${transfers.map((t) => t.day)}::date[], ${transfers.map((t) => t.ref)}::uuid[],
      ${transfers.map((t) => t.kind)}::ledger.kind[], ${transfers.map((t) => t.debit)}::ledger.account[],
      ${transfers.map((t) => t.credit)}::ledger.account[], ${transfers.map((t) => t.amount)}::bigint[]
    ) as n`.execute(tx.q);
  return rows[0]?.n ?? 0;
}
