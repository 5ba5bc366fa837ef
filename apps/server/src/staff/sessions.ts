import { clockNow } from '../db/clock.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Role } from './roles.ts';
import { newStaffToken, readStaffToken } from './tokens.ts';

/** Who of the staff calls. */
export interface StaffIdentity {
  id: string;
  name: string;
  role: Role;
}

/** One of the staff with the session that he calls with. */
export interface SignedInStaff extends StaffIdentity {
  /** Names the session's row. */
  tokenHash: Buffer;
  /** Until when dangerous acts are open to the session; in the past where presence was not proved lately. */
  provedUntil: Date;
  isProved: boolean;
  /** His password was made by somebody else: until he has made his own, that is all he can do. */
  passwordGiven: boolean;
}

export interface StartedStaffSession {
  token: string;
  staff: StaffIdentity;
}

const MINUTE_MS = 60_000;
/** A session ends when unused for the first, and in any case after the second. */
export const IDLE_MS = 30 * MINUTE_MS;
const ABSOLUTE_MS = 12 * 60 * MINUTE_MS;
/** For so long after a proof of presence. */
const PROVED_MS = 5 * MINUTE_MS;
/** Use is noted down at most so often. */
const RENEW_AFTER_MS = MINUTE_MS;

/**
 * Whose live session a token is of, by the database's clock; null for any other token. Nothing is remembered between
 * calls: whoever is disabled, or given another role, is so from his next call on. `isUse` keeps the session alive.
 */
export async function identifyStaff(db: Db, token: string, isUse = true): Promise<SignedInStaff | null> {
  const tokenHash = readStaffToken(token);
  if (!tokenHash) return null;
  const now = await clockNow(db);
  const row = await db
    .selectFrom('staff.session as s')
    .innerJoin('staff.account as a', 'a.id', 's.staff_id')
    .select(['a.id', 'a.name', 'a.role', 'a.password_given', 's.idle_until', 's.expires_at', 's.proved_at'])
    .where('s.token_hash', '=', tokenHash)
    .where('s.ended_at', 'is', null)
    .where('s.idle_until', '>', now)
    .where('s.expires_at', '>', now)
    .where('a.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const isStale = row.idle_until.getTime() - now.getTime() < IDLE_MS - RENEW_AFTER_MS;
  if (isUse && isStale && row.idle_until < row.expires_at) await renew(db, tokenHash, now, row.expires_at);
  const provedUntil = new Date((row.proved_at?.getTime() ?? -PROVED_MS) + PROVED_MS);
  const { id, name } = row;
  const state = { tokenHash, provedUntil, isProved: provedUntil > now, passwordGiven: row.password_given };
  return { id, name, role: row.role as Role, ...state };
}

/** The one thing a read may write: that the session is in use. Neither an ended nor an idle one is revived. */
async function renew(db: Db, tokenHash: Buffer, now: Date, expiresAt: Date): Promise<void> {
  const idleUntil = new Date(Math.min(now.getTime() + IDLE_MS, expiresAt.getTime()));
  await db
    .updateTable('staff.session')
    .set({ idle_until: idleUntil })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('idle_until', '>', now)
    .execute();
}

/** Starts a session of one whose identity was proved just now. The token is given out once and not stored. */
export async function startStaffSession(tx: Tx, staff: StaffIdentity, address: string): Promise<StartedStaffSession> {
  const { token, tokenHash } = newStaffToken();
  const now = await clockNow(tx.q);
  await tx.q
    .insertInto('staff.session')
    .values({
      token_hash: tokenHash,
      staff_id: staff.id,
      address,
      created_at: now,
      proved_at: now,
      idle_until: new Date(now.getTime() + IDLE_MS),
      expires_at: new Date(now.getTime() + ABSOLUTE_MS),
    })
    .execute();
  return { token, staff };
}

/** Ends the session of a token. Returns whether it was live. */
export async function endStaffSession(tx: Tx, token: string): Promise<boolean> {
  const tokenHash = readStaffToken(token);
  if (!tokenHash) return false;
  const { numUpdatedRows } = await tx.q
    .updateTable('staff.session')
    .set({ ended_at: await clockNow(tx.q) })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * For acts that change how somebody signs in, once his account is locked: whoever ended the session before has the
 * last word. Throws `signed-out`.
 */
export async function refuseEndedSession(tx: Tx, { tokenHash }: Pick<SignedInStaff, 'tokenHash'>): Promise<void> {
  const row = await tx.q
    .selectFrom('staff.session')
    .select('staff_id')
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('signed-out');
}

/** Ends all sessions of one of the staff but the one that asks. */
export async function endOtherSessionsOf(tx: Tx, staff: Pick<SignedInStaff, 'id' | 'tokenHash'>): Promise<void> {
  await tx.q
    .updateTable('staff.session')
    .set({ ended_at: await clockNow(tx.q) })
    .where('staff_id', '=', staff.id)
    .where('token_hash', '!=', staff.tokenHash)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends all sessions of one of the staff. */
export async function endSessionsOf(tx: Tx, staffId: string): Promise<void> {
  await tx.q
    .updateTable('staff.session')
    .set({ ended_at: await clockNow(tx.q) })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .execute();
}
