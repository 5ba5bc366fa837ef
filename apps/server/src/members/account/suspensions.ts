import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { bucketOf, newId } from '../../db/ids.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { endSessions, type Sessions } from '../sessions/sessions.ts';

export interface Suspension {
  reason: string;
  /** Null: until it is lifted. */
  until: Date | null;
}

/**
 * Suspends a member from now on and ends all sessions. The member can sign in again to a restricted session. Returns
 * the suspension's id. Throws `not-found`.
 */
export async function suspend(tx: Tx, sessions: Sessions, memberId: string, suspension: Suspension): Promise<string> {
  await lockMember(tx, memberId);
  const id = newId();
  await tx.q
    .insertInto('members.suspension')
    .values({
      bucket: bucketOf(memberId),
      member_id: memberId,
      id,
      reason: suspension.reason,
      from_at: await clockNow(tx.q),
      until_at: suspension.until,
    })
    .execute();
  await endSessions(tx, sessions, memberId);
  return id;
}

/** Lifts all suspensions of a member. Ends their sessions, so that the next sign-in gives a full one. */
export async function lift(tx: Tx, sessions: Sessions, memberId: string): Promise<void> {
  await lockMember(tx, memberId);
  await tx.q
    .updateTable('members.suspension')
    .set({ lifted_at: await clockNow(tx.q) })
    .where('bucket', '=', bucketOf(memberId))
    .where('member_id', '=', memberId)
    .where('lifted_at', 'is', null)
    .execute();
  await endSessions(tx, sessions, memberId);
}

/** The member's current suspension, the longest if there are several; null for none. */
export async function suspensionOf(q: Db | Tx['q'], memberId: string): Promise<Suspension | null> {
  const row = await q
    .selectFrom('members.suspension')
    .select(['reason', 'until_at as until'])
    .where('bucket', '=', bucketOf(memberId))
    .where('member_id', '=', memberId)
    .where('lifted_at', 'is', null)
    .where('from_at', '<=', sql<Date>`clock.now()`)
    .where((either) => either.or([either('until_at', 'is', null), either('until_at', '>', sql<Date>`clock.now()`)]))
    .orderBy(sql`coalesce(until_at, 'infinity')`, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Locks the member's row. Sign-in, suspension and closure all take this lock, so no full session can start beside
 * them. Throws `not-found`.
 */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select members.lock_member(${bucketOf(memberId)}::smallint, ${memberId}::uuid) as found`.execute(tx.q);
  if (!rows[0]?.found) throw new Refusal('not-found');
}
