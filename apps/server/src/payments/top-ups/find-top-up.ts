import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import type { PaymentState } from '../incoming/payment-rows.ts';
import type { TopUpState } from './top-up-rows.ts';

/** A top-up with its latest payment. The amount is that of the payment, if there is one, in minor units. */
export interface FoundTopUp {
  amount: bigint;
  state: TopUpState;
  atMs: number;
  /** Null before a payment; so is its state. */
  paymentId: string | null;
  paymentState: PaymentState | null;
}

/** Reads a member's top-up; null if there is none with this id. */
export async function findTopUp(q: Db | Tx['q'], account: Account, id: string): Promise<FoundTopUp | null> {
  const { rows } = await sql<Omit<FoundTopUp, 'atMs'> & { at: Date }>`
    select coalesce(p.amount, t.amount) as amount, t.state, t.created_at as at, p.id as "paymentId", p.state as "paymentState"
    from payments.top_up t
    left join payments.payment p on p.bucket = t.bucket and p.member_id = t.member_id and p.top_up_id = t.id
    where ${ofMember(account, 't')} and t.id = ${id}::uuid order by p.at desc limit 1`.execute(q);
  const [row] = rows;
  if (row === undefined) return null;
  const { at, ...facts } = row;
  return { ...facts, atMs: at.getTime() };
}
