import { clockNow } from '../../db/clock.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import { endSessions, keepRestricted, type Sessions } from '../sessions/sessions.ts';
import { removeAvatar } from './avatars.ts';
import { lockMember, suspensionOf } from './suspensions.ts';

/**
 * Closes an account for good: from now on the member can only read and withdraw. Their other sessions end, and this
 * one becomes restricted. Their picture is deleted at once. Idempotent. Throws `not-found`.
 */
export async function startClosure(tx: Tx, sessions: Sessions, identity: Identity): Promise<void> {
  const { bucket, memberId } = identity;
  await lockMember(tx, memberId);
  await tx.q
    .insertInto('members.closure')
    .values({ bucket, member_id: memberId, asked_at: await clockNow(tx.q) })
    .onConflict((on) => on.doNothing())
    .execute();
  await removeAvatar(tx, identity);
  await keepRestricted(tx, sessions, identity);
}

/**
 * Closes the account of a suspended member; the house may close no other account. All sessions end; the member can
 * sign in to a restricted one. Throws `not-found`, `not-suspended`, `closing`.
 */
export async function closeSuspended(tx: Tx, sessions: Sessions, { bucket, memberId }: Account): Promise<void> {
  await lockMember(tx, memberId);
  if ((await suspensionOf(tx.q, memberId)) === null) throw new Refusal('not-suspended');
  const made = await tx.q
    .insertInto('members.closure')
    .values({ bucket, member_id: memberId, asked_at: await clockNow(tx.q) })
    .onConflict((on) => on.doNothing())
    .returning('member_id')
    .executeTakeFirst();
  if (!made) throw new Refusal('closing');
  await removeAvatar(tx, { bucket, memberId });
  await endSessions(tx, sessions, memberId);
}

export async function isClosing(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<boolean> {
  const row = await q
    .selectFrom('members.closure')
    .select('member_id')
    .where(ofMember({ bucket, memberId }))
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that everything was paid out to a member who left. */
export async function noteClosureDone(tx: Tx, { bucket, memberId }: Account): Promise<void> {
  await tx.q
    .updateTable('members.closure')
    .set({ done_at: await clockNow(tx.q) })
    .where(ofMember({ bucket, memberId }))
    .where('done_at', 'is', null)
    .execute();
}
