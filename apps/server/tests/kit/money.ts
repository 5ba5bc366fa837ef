import { newId } from '../../src/db/ids.ts';
import type { Db } from '../../src/db/pool.ts';
import type { LedgerAccount, LedgerKind } from '../../src/db/schema.d.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Account } from '../../src/ledger/lock.ts';
import { post, type Transfer } from '../../src/ledger/post.ts';

/** What leaves and what receives the money, for the kinds that no module of the ledger writes by itself. */
export const MOVES = {
  grant: ['issue', 'available'],
  stake: ['available', 'play'],
  payout: ['play', 'available'],
  refund: ['play', 'available'],
  return: ['play', 'available'],
} as const satisfies Partial<Record<LedgerKind, readonly [LedgerAccount, LedgerAccount]>>;

export type Move = keyof typeof MOVES;

/** Every transfer of a test is of this day unless it says otherwise. */
export const DAY = '2026-03-01';

export function transferOf(member: Account, kind: Move, amount: bigint, ref: string = newId()): Transfer {
  const [debit, credit] = MOVES[kind];
  return { bucket: member.bucket, memberId: member.memberId, day: DAY, ref, kind, debit, credit, amount };
}

export function postAll(db: Db, transfers: readonly Transfer[]): Promise<number> {
  return transaction(db, (tx) => post(tx, transfers));
}

/** Some hundreds in each transaction: a cluster takes them one by one. */
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
