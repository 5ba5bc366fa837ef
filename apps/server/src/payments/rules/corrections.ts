import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import { claimedBy, claimPayment } from '../incoming/payment-rows.ts';
import type { PaymentProvider } from '../provider/provider.ts';

export const DIRECTIONS = ['to-member', 'from-member'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** An amount that two people agreed to add to a balance or take from it. */
export interface Correction extends Account {
  /** Id of the proposal and of the posting, so a correction can be posted only once. */
  id: string;
  direction: Direction;
  /** In minor units, above 0. */
  amount: bigint;
  /** What the correction is for, such as the leaf of a lost slip. Unique across the house. */
  reference: string;
  proposedBy: string;
  confirmedBy: string;
}

/** The parts of a provider that normalise payment references. */
export type Names = Pick<PaymentProvider, 'name' | 'spellPayment'>;

/** The available balance before and after a correction, in minor units. */
export interface Corrected {
  before: bigint;
  after: bigint;
  at: Date;
}

/**
 * Checks a correction before it is confirmed. Throws `corrected-already`, and `payment-known` when the reference names
 * a payment that we already have.
 */
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
 * Corrects a balance with one posting between the member's account and the house's counter-account for them. When the
 * reference is a provider's payment, the correction claims that payment: later reports of it credit nothing.
 *
 * Throws `corrected-already`, `payment-known` for a payment that is credited or in review, and `balance-too-small`
 * when less is available than the correction takes.
 */
export async function postCorrection(tx: Tx, correction: Correction, provider: Names | null): Promise<Corrected> {
  const { bucket, memberId, id, direction, amount, reference, proposedBy, confirmedBy } = correction;
  if (!(await claimCorrection(tx, reference, id))) throw new Refusal('corrected-already');
  if (direction === 'to-member' && provider !== null) {
    // Use the provider's spelling, so a reference typed in lower case names the same payment.
    const claimed = await claimPayment(tx, provider.name, provider.spellPayment(reference), id);
    if (!claimed) throw new Refusal('payment-known');
  }
  // Lock the balance after the claims: taking a payment claims first and locks second as well.
  const available = await lockBalance(tx, correction);
  if (direction === 'from-member' && amount > available) {
    throw new Refusal('balance-too-small', { missingMinor: String(amount - available) });
  }
  const { rows } = await sql<{ at: Date }>`
    select payments.correct_balance(${bucket}::smallint, ${memberId}::uuid, ${id}::uuid, ${direction},
      ${amount}::bigint, ${reference}, ${proposedBy}::uuid, ${confirmedBy}::uuid) as at`.execute(tx.q);
  const at = rows[0]?.at;
  if (at === undefined) throw new Error('the correction returned no time');
  return { before: available, after: direction === 'to-member' ? available + amount : available - amount, at };
}

/** True when correction `id` added exactly `amount` (minor units) to the member's balance. */
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
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.amount === amount;
}

/** True when any member's balance was corrected under this reference. */
export async function isCorrected(q: Db | Tx['q'], reference: string): Promise<boolean> {
  const row = await q
    .selectFrom('payments.correction_claim')
    .select('correction_id')
    .where('reference', '=', reference.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

/** Claims a reference for a correction. Returns false when another correction holds it. */
async function claimCorrection(tx: Tx, reference: string, id: string): Promise<boolean> {
  const made = await tx.q
    .insertInto('payments.correction_claim')
    .values({ reference: reference.toLowerCase(), correction_id: id })
    .onConflict((oc) => oc.doNothing())
    .returning('correction_id')
    .executeTakeFirst();
  return made !== undefined;
}
