import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { type Account, lockBalance } from '../ledger/lock.ts';
import { Refusal } from '../refusal.ts';
import { claimedBy, claimPayment } from './payment-rows.ts';
import type { PaymentProvider } from './provider.ts';

export const DIRECTIONS = ['to-member', 'from-member'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** What two people agreed to put into a balance, or to take from it. */
export interface Correction extends Account {
  /** Of its proposal; the posting has it too, so it can be there once. */
  id: string;
  direction: Direction;
  /** In minor units, above 0. */
  amount: bigint;
  /** What it is for, such as the leaf of a lost slip; settled once in the whole house. */
  reference: string;
  proposedBy: string;
  confirmedBy: string;
}

/** What is asked of a provider about the names of its payments. */
export type Names = Pick<PaymentProvider, 'name' | 'spellPayment'>;

/** The available balance around a correction, in minor units. */
export interface Corrected {
  before: bigint;
  after: bigint;
  at: Date;
}

/** Throws `corrected-already`, and `payment-known` for a payment that is here: before somebody confirms it. */
export async function refuseCorrection(
  tx: Tx,
  { direction, reference }: Pick<Correction, 'direction' | 'reference'>,
  provider: Names | null,
): Promise<void> {
  if (await isCorrected(tx.q, reference)) throw new Refusal('corrected-already');
  if (direction !== 'to-member' || provider === null) return;
  const claimed = await claimedBy(tx, provider.name, provider.spellPayment(reference));
  if (claimed !== null) throw new Refusal('payment-known');
}

/**
 * Corrects a balance by one posting between the member and the house's counter-account for him. What is put in by the
 * name that a provider has for a payment is that payment from then on, whoever tells of it later. Throws
 * `corrected-already`, `payment-known` for a payment that is here, credited or in review, and `balance-too-small` where
 * less is available than is to be taken.
 */
export async function postCorrection(tx: Tx, correction: Correction, provider: Names | null): Promise<Corrected> {
  const { bucket, memberId, id, direction, amount, reference, proposedBy, confirmedBy } = correction;
  if (!(await claimCorrection(tx, reference, id))) throw new Refusal('corrected-already');
  if (direction === 'to-member' && provider !== null) {
    // In the provider's own spelling: a name that was typed in small letters is the same payment.
    const claimed = await claimPayment(tx, provider.name, provider.spellPayment(reference), id);
    if (!claimed) throw new Refusal('payment-known');
  }
  // After the claims: whoever takes a payment has claimed it before he holds the balance.
  const available = await lockBalance(tx, correction);
  if (direction === 'from-member' && amount > available) {
    throw new Refusal('balance-too-small', { missingMinor: String(amount - available) });
  }
  const { rows } = await sql<{ at: Date }>`
    select payments.correct_balance(${bucket}::smallint, ${memberId}::uuid, ${id}::uuid, ${direction},
      ${amount}::bigint, ${reference}, ${proposedBy}::uuid, ${confirmedBy}::uuid) as at`.execute(tx.q);
  const at = rows[0]?.at;
  if (at === undefined) throw new Error('a correction gave no time');
  return { before: available, after: direction === 'to-member' ? available + amount : available - amount, at };
}

/** Whether a correction put just so much into a member's balance. */
export async function isCorrectedPayment(
  q: Tx['q'],
  { bucket, memberId }: Account,
  id: string | null,
  amount: bigint,
): Promise<boolean> {
  if (id === null) return false;
  const row = await q
    .selectFrom('payments.correction')
    .select('amount')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.amount === amount;
}

/** Whether something was corrected under a reference, for whomever. */
export async function isCorrected(q: Db | Tx['q'], reference: string): Promise<boolean> {
  const row = await q
    .selectFrom('payments.correction_claim')
    .select('correction_id')
    .where('reference', '=', reference.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

/** False where another correction has it. */
async function claimCorrection(tx: Tx, reference: string, id: string): Promise<boolean> {
  const made = await tx.q
    .insertInto('payments.correction_claim')
    .values({ reference: reference.toLowerCase(), correction_id: id })
    .onConflict((oc) => oc.doNothing())
    .returning('correction_id')
    .executeTakeFirst();
  return made !== undefined;
}
