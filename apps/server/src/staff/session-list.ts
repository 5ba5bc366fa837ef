import { hash } from 'node:crypto';
import { clockNow } from '../db/clock.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { endNamedSession, type SignedInStaff } from './sessions.ts';

/** A live session as its staff member sees it. */
export interface StaffSession {
  id: string;
  /** True for the session of this request. */
  current: boolean;
  address: string;
  startedAt: Date;
  /** When it ends without use. */
  idleUntil: Date;
}

/** More than enough, as sessions last at most twelve hours. */
const LISTED_MAX = 100;

/** Public id of a session: a hash of the stored token hash. */
function sessionIdOf(tokenHash: Buffer): string {
  return hash('sha256', Buffer.concat([Buffer.from('tercet staff session\0'), tokenHash]), 'hex').slice(0, 32);
}

/** Lists a staff member's live sessions, newest first. */
export async function listStaffSessions(
  q: Db | Tx['q'],
  { id, tokenHash }: Pick<SignedInStaff, 'id' | 'tokenHash'>,
): Promise<StaffSession[]> {
  return (await liveOf(q, id)).map((row) => ({
    id: sessionIdOf(row.token_hash),
    current: row.token_hash.equals(tokenHash),
    address: row.address,
    startedAt: row.created_at,
    idleUntil: row.idle_until,
  }));
}

/**
 * Ends one of the staff member's sessions. Throws `not-found`, also for another person's session and for one that has
 * ended.
 */
export async function endStaffSession(tx: Tx, staff: Pick<SignedInStaff, 'id'>, sessionId: string): Promise<void> {
  const row = (await liveOf(tx.q, staff.id)).find((one) => sessionIdOf(one.token_hash) === sessionId);
  if (!row) throw new Refusal('not-found');
  await endNamedSession(tx, row.token_hash);
}

async function liveOf(q: Db | Tx['q'], staffId: string) {
  const now = await clockNow(q);
  return q
    .selectFrom('staff.session')
    .select(['token_hash', 'address', 'created_at', 'idle_until'])
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('idle_until', '>', now)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(LISTED_MAX)
    .execute();
}
