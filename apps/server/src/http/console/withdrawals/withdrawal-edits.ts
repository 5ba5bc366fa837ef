import { listDoers } from '../../../audit/acts.ts';
import type { Tx } from '../../../db/transaction.ts';
import { DAY_MS } from '../../../durations.ts';
import type { Account } from '../../../ledger/lock.ts';
import type { Edit } from '../../../payments/withdrawals/reviews.ts';
import { readWithdrawal } from '../../../payments/withdrawals/withdrawal-records.ts';
import { Refusal } from '../../../refusal.ts';

/** Acts that change a member's identity or the destination of their money. */
const EDITS = ['real-name', 'payee-permit', 'finance-password-reset'];
const EDITS_BEFORE_MS = 30 * DAY_MS;

/** Such acts by staff, from a month before the withdrawal was submitted. */
export async function editsOf(tx: Tx, member: Account, id: string): Promise<Edit[]> {
  const withdrawal = await readWithdrawal(tx.q, null, member, id);
  if (withdrawal === null) throw new Refusal('not-found');
  return listDoers(tx.q, member, EDITS, new Date(withdrawal.submittedAtMs - EDITS_BEFORE_MS));
}
