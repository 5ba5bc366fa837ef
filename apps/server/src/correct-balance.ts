import type { Tx } from './db/transaction.ts';
import type { Account } from './ledger/lock.ts';
import { tellMember } from './members/messages.ts';
import { findMember } from './members/search.ts';
import { type Corrected, type Correction, type Names, postCorrection } from './payments/corrections.ts';
import { Refusal } from './refusal.ts';

/**
 * Corrects a balance as two people agreed, and tells the member why. Throws what `refuseGone` and `postCorrection`
 * throw.
 */
export async function correctBalance(
  tx: Tx,
  correction: Correction,
  { why, provider }: { why: string; provider: Names | null },
): Promise<Corrected> {
  const { id, direction, amount, reference } = correction;
  const corrected = await postCorrection(tx, correction, provider);
  // Asked with the balance in hand: an account ends with it in hand, too.
  await refuseGone(tx, correction);
  const params = { correctionId: id, direction, amountMinor: String(amount), reference, why };
  await tellMember(tx, correction, { kind: 'balance-corrected', params });
  return corrected;
}

/** Throws `not-found`, and `closing` for an account that is closed: what came into it could not be paid out again. */
export async function refuseGone(tx: Tx, account: Account): Promise<void> {
  const member = await findMember(tx.q, account);
  if (member === null) throw new Refusal('not-found');
  if (member.state === 'closed') throw new Refusal('closing');
}
