import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import type { PaymentsDeps } from '../deps.ts';
import { activePayee } from './payees.ts';

const PERMIT_MS = 7 * DAY_MS;

/**
 * Grants a member a permit to replace their card or account, valid for a week. Support calls this.
 *
 * Throws `payee-first` when no payee is bound, `already-set` when a permit is open, and `payee-locked` in the days
 * after a login password was set through a request to the desk.
 */
export async function grantPayeePermit(
  tx: Tx,
  deps: Pick<PaymentsDeps, 'tell' | 'payeeLockedUntil'>,
  account: Account,
  by: string,
): Promise<{ id: string; expiresAt: Date }> {
  await lockBalance(tx, account);
  if (!(await activePayee(tx.q, account))) throw new Refusal('payee-first');
  if (await openPermit(tx.q, account)) throw new Refusal('already-set');
  await refuseLocked(tx.q, deps, account);
  const now = await clockNow(tx.q);
  const expiresAt = new Date(now.getTime() + PERMIT_MS);
  const id = newId();
  await tx.q
    .insertInto('payments.payee_permit')
    .values({
      bucket: account.bucket,
      member_id: account.memberId,
      id,
      granted_by: by,
      at: now,
      expires_at: expiresAt,
    })
    .execute();
  await deps.tell(tx, account, { kind: 'payee-permit', params: { expiresAtMs: expiresAt.getTime() } });
  return { id, expiresAt };
}

/** Throws `payee-locked {untilMs}`. */
export async function refuseLocked(
  q: Db | Tx['q'],
  deps: Pick<PaymentsDeps, 'payeeLockedUntil'>,
  account: Account,
): Promise<void> {
  const until = await deps.payeeLockedUntil(q, account);
  if (until !== null) throw new Refusal('payee-locked', { untilMs: until.getTime() });
}

/** Id of the open permit, or null. */
export async function openPermit(q: Db | Tx['q'], account: Account): Promise<string | null> {
  const now = await clockNow(q);
  const row = await q
    .selectFrom('payments.payee_permit')
    .select('id')
    .where(ofMember(account))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Uses up a permit; each is good for one binding. */
export async function spendPermit(tx: Tx, { bucket, memberId }: Account, id: string): Promise<void> {
  await tx.q
    .updateTable('payments.payee_permit')
    .set({ used_at: await clockNow(tx.q) })
    .where(ofMember({ bucket, memberId }))
    .where('id', '=', id)
    .execute();
}
