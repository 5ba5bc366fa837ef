import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import { type Account, lockBalance } from '../ledger/lock.ts';
import { findMember } from '../members/account/search.ts';
import { notifyMember } from '../members/messages/messages.ts';
import {
  type Corrected,
  type Correction,
  type Names,
  postCorrection,
  refuseCorrection,
} from '../payments/rules/corrections.ts';
import { Refusal } from '../refusal.ts';

/** Available balance before and after a correction, in minor units. */
export interface Expected {
  before: bigint;
  after: bigint;
}

/**
 * Preview of a correction before its confirmation. Throws like `refuseGone` and `postCorrection`; the correction
 * cannot be confirmed then.
 */
export async function expectCorrection(
  tx: Tx,
  correction: Omit<Correction, 'id' | 'proposedBy' | 'confirmedBy'>,
  provider: Names | null,
): Promise<Expected> {
  const { direction, amount } = correction;
  await refuseCorrection(tx, correction, provider);
  const before = await lockBalance(tx, correction);
  if (direction === 'from-member' && amount > before) {
    throw new Refusal('balance-too-small', { missingMinor: String(amount - before) });
  }
  await refuseGone(tx, correction);
  return { before, after: direction === 'to-member' ? before + amount : before - amount };
}

/**
 * Corrects a balance as two people agreed, and notifies the member with the reason. Throws like `postCorrection`, and
 * `closing` for a closed account.
 */
export async function correctBalance(
  tx: Tx,
  correction: Correction,
  { why, provider }: { why: string; provider: Names | null },
): Promise<Corrected> {
  const { id, direction, amount, reference, bucket, memberId } = correction;
  const corrected = await postCorrection(tx, correction, provider);
  // Checked under the balance lock, which closing an account also takes.
  const closed = await tx.q
    .selectFrom('members.closure')
    .select('done_at')
    .where(ofMember({ bucket, memberId }))
    .where('done_at', 'is not', null)
    .executeTakeFirst();
  if (closed) throw new Refusal('closing');
  const params = { correctionId: id, direction, amountMinor: String(amount), reference, why };
  await notifyMember(tx, correction, { kind: 'balance-corrected', params });
  return corrected;
}

/** Throws `not-found`, or `closing` for a closed account, which could not pay the money out. */
export async function refuseGone(tx: Tx, account: Account): Promise<void> {
  const member = await findMember(tx.q, account);
  if (member === null) throw new Refusal('not-found');
  if (member.state === 'closed') throw new Refusal('closing');
}
