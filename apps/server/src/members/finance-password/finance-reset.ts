import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import { notifyMember } from '../messages/messages.ts';
import { readFinanceState } from './finance-state.ts';

/** Delay before a reset takes effect. It gives the member time to notice an attacker who persuaded support. */
const RESET_MS = DAY_MS;

/**
 * Starts a reset for a member who forgot the finance password, and notifies them. The old password becomes void 24
 * hours later. Throws `finance-password-first` when none is set, and `already-set` when a reset is under way.
 */
export async function startFinanceReset(
  tx: Tx,
  account: Account,
  by: string,
): Promise<{ id: string; effectiveAt: Date }> {
  await lockFinancePassword(tx, account);
  const state = await readFinanceState(tx.q, account);
  if (state.resetAt !== null) throw new Refusal('already-set');
  if (!state.set) throw new Refusal('finance-password-first');
  const now = await clockNow(tx.q);
  const effectiveAt = new Date(now.getTime() + RESET_MS);
  const id = newId();
  await tx.q
    .insertInto('members.finance_reset')
    .values({
      bucket: account.bucket,
      member_id: account.memberId,
      id,
      started_by: by,
      started_at: now,
      effective_at: effectiveAt,
    })
    .execute();
  await notifyMember(tx, account, { kind: 'finance-password-reset', params: { effectiveAtMs: effectiveAt.getTime() } });
  return { id, effectiveAt };
}

/**
 * Cancels a reset before it takes effect. Throws `not-found` when there is none, and `too-late` when it has taken
 * effect.
 */
export async function cancelFinanceReset(tx: Tx, account: Account): Promise<void> {
  await lockFinancePassword(tx, account);
  const { resetAt } = await readFinanceState(tx.q, account);
  if (resetAt === null) throw new Refusal('not-found');
  const now = await clockNow(tx.q);
  if (resetAt <= now) throw new Refusal('too-late');
  await tx.q
    .updateTable('members.finance_reset')
    .set({ cancelled_at: now })
    .where(ofMember(account))
    .where('cancelled_at', 'is', null)
    .where('used_at', 'is', null)
    .execute();
  await notifyMember(tx, account, { kind: 'finance-password-reset-cancelled', params: {} });
}

/** Locks the password's row, so that starting, cancelling and using a reset run one after the other. */
async function lockFinancePassword(tx: Tx, { bucket, memberId }: Account): Promise<void> {
  await sql`select 1 from members.finance_password
    where ${ofMember({ bucket, memberId })} for update`.execute(tx.q);
}
