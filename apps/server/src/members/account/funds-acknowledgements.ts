import { clockNow } from '../../db/clock.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import type { MembersDeps } from '../deps.ts';

type Stated = MembersDeps['house']['funds'];

/**
 * The version of the funds statement that the member must acknowledge before the next top-up; null if none. It is
 * needed again after the statement or its rating changed, also back to an earlier one.
 */
export async function fundsToAcknowledge(q: Db | Tx['q'], account: Account, stated: Stated): Promise<string | null> {
  if (stated === null) return null;
  const last = await q
    .selectFrom('members.funds_acknowledgement')
    .select('version')
    .where(ofMember(account))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.version === stated.version ? null : stated.version;
}

/** Throws `funds-unacknowledged`. */
export async function refuseUnacknowledged(q: Db | Tx['q'], account: Account, stated: Stated): Promise<void> {
  if ((await fundsToAcknowledge(q, account, stated)) !== null) throw new Refusal('funds-unacknowledged');
}

/**
 * Records that the member read a version of the funds statement. Idempotent. Throws `funds-unacknowledged` for another
 * version than the present one; `not-found` if the house states nothing.
 */
export async function acknowledgeFunds(tx: Tx, account: Account, stated: Stated, version: string): Promise<void> {
  if (stated === null) throw new Refusal('not-found');
  if (version !== stated.version) throw new Refusal('funds-unacknowledged');
  if ((await fundsToAcknowledge(tx.q, account, stated)) === null) return;
  const { bucket, memberId } = account;
  await tx.q
    .insertInto('members.funds_acknowledgement')
    .values({ bucket, member_id: memberId, version, rating: stated.rating, at: await clockNow(tx.q) })
    .onConflict((on) => on.doNothing())
    .execute();
}
