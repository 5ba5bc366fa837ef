import { clockNow } from '../db/clock.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Tx } from '../db/transaction.ts';
import { HOUR_MS } from '../durations.ts';
import { type Account, lockBalance } from '../ledger/lock.ts';
import { Refusal } from '../refusal.ts';

/** Most abandoned keys of one member at a time. A job deletes them after two days. */
export const ABANDONED_MAX = 200;

/**
 * Makes sure that no slip is accepted under a key from now on: a late one is refused with `key-abandoned`. Returns
 * false, and changes nothing, if a slip was accepted under it. Waits for a slip of the member that is being judged, by
 * the lock that judging takes. Throws `throttled`.
 */
export async function abandonSlip(tx: Tx, account: Account, key: string): Promise<boolean> {
  await lockBalance(tx, account);
  const accepted = await tx.q
    .selectFrom('lottery.slip_key')
    .select('slip_id')
    .where(ofMember(account))
    .where('key', '=', key)
    .executeTakeFirst();
  if (accepted) return false;
  const abandoned = await tx.q.selectFrom('lottery.abandoned_key').select('key').where(ofMember(account)).execute();
  if (abandoned.some((one) => one.key === key)) return true;
  if (abandoned.length >= ABANDONED_MAX) throw new Refusal('throttled', { retryAfterSeconds: HOUR_MS / 1_000 });
  const { bucket, memberId } = account;
  await tx.q
    .insertInto('lottery.abandoned_key')
    .values({ bucket, member_id: memberId, key, at: await clockNow(tx.q) })
    .execute();
  return true;
}
