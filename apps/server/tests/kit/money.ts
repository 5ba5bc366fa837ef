import { sql } from 'kysely';
import { newId } from '../../src/db/ids.ts';
import type { Db } from '../../src/db/pool.ts';
import type { LedgerAccount, LedgerKind } from '../../src/db/schema.d.ts';
import { type Tx, transaction } from '../../src/db/transaction.ts';
import type { Account } from '../../src/ledger/lock.ts';

/** A movement between two accounts of a member: `amount` minor units from `debit` to `credit`. */
export interface Transfer {
  bucket: number;
  memberId: string;
  /** Day of the act (`YYYY-MM-DD`, UTC), not of the insert: a retry after midnight must find the same row. */
  day: string;
  /** Names the act. With `kind` it identifies the transfer: posting it again has no effect. */
  ref: string;
  kind: LedgerKind;
  debit: LedgerAccount;
  credit: LedgerAccount;
  amount: bigint;
}

/**
 * Posts transfers without a cause, as only the owner can (`ledger.post`). All or none are posted; existing ones are
 * skipped. Returns the number of new ones. Throws if the available or held balance would become negative, or if a
 * member has no balance row.
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

/** Debited and credited account of each kind that the ledger's modules do not post themselves. */
export const MOVES = {
  grant: ['issue', 'available'],
  stake: ['available', 'play'],
  payout: ['play', 'available'],
  refund: ['play', 'available'],
  return: ['play', 'available'],
} as const satisfies Partial<Record<LedgerKind, readonly [LedgerAccount, LedgerAccount]>>;

export type Move = keyof typeof MOVES;

/** Default day of transfers in tests. */
export const DAY = '2026-03-01';

export function transferOf(member: Account, kind: Move, amount: bigint, ref: string = newId()): Transfer {
  const [debit, credit] = MOVES[kind];
  return { bucket: member.bucket, memberId: member.memberId, day: DAY, ref, kind, debit, credit, amount };
}

export function postAll(db: Db, transfers: readonly Transfer[]): Promise<number> {
  return transaction(db, (tx) => post(tx, transfers));
}

/** In transactions of a few hundred: a cluster executes them one by one. */
export async function postMany(db: Db, transfers: readonly Transfer[]): Promise<void> {
  for (let from = 0; from < transfers.length; from += 400) await postAll(db, transfers.slice(from, from + 400));
}

export async function balanceOf(db: Db, { bucket, memberId }: Account) {
  return db
    .selectFrom('ledger.balance')
    .select(['available', 'held', 'play', 'cash', 'sales', 'correction', 'issue', 'version'])
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
}
