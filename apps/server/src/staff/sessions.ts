import { sql } from 'kysely';
import type { RowMacs } from '../crypto/row-macs.ts';
import { clockNow } from '../db/clock.ts';
import type { Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { MINUTE_MS } from '../durations.ts';
import { Refusal } from '../refusal.ts';
import { readOpenAccount } from './account-rows.ts';
import type { Role } from './roles.ts';
import { newStaffToken, readStaffToken } from './tokens.ts';

/** The staff member of a request. */
export interface StaffIdentity {
  id: string;
  name: string;
  role: Role;
}

/** A staff member with the session of the request. */
export interface SignedInStaff extends StaffIdentity {
  /** Identifies the session's row. */
  tokenHash: Buffer;
  /** End of the time in which the session may do dangerous acts. In the past when presence was not proved lately. */
  provedUntil: Date;
  isProved: boolean;
  /** The password was set by another person. Until it is replaced, the session can do nothing else. */
  passwordGiven: boolean;
}

export interface StartedStaffSession {
  token: string;
  staff: StaffIdentity;
}

/** A session ends after this time without use, unless the house sets another, and at the latest after `ABSOLUTE_MS`. */
export const STAFF_IDLE_MS = 15 * MINUTE_MS;
const ABSOLUTE_MS = 12 * 60 * MINUTE_MS;
/** How long a proof of presence is valid. */
const PROVED_MS = 5 * MINUTE_MS;
/** Use is stored at most this often. */
const RENEW_AFTER_MS = MINUTE_MS;

/**
 * The staff member of a live session token, by the database's clock. Null for any other token, and for a session or
 * account that the server did not write. Nothing is cached: disabling an account or changing its role affects the next
 * call. `isUse` keeps the session alive for `idleMs` more.
 */
export async function identifyStaff(
  db: Db,
  macs: RowMacs,
  token: string,
  isUse = true,
  idleMs = STAFF_IDLE_MS,
): Promise<SignedInStaff | null> {
  const tokenHash = readStaffToken(token);
  if (!tokenHash) return null;
  const now = await clockNow(db);
  const session = await readLive(db, macs, tokenHash, now);
  const account = session && (await readOpenAccount(db, macs, session.staff_id));
  if (!session || !account) return null;
  const isStale = session.idle_until.getTime() - now.getTime() < idleMs - RENEW_AFTER_MS;
  if (isUse && isStale && session.idle_until < session.expires_at) await renew(db, macs, session, { now, idleMs });
  const provedUntil = new Date((session.proved_at?.getTime() ?? -PROVED_MS) + PROVED_MS);
  const { id, name, role, password_given: passwordGiven } = account;
  return { id, name, role, tokenHash, provedUntil, isProved: provedUntil > now, passwordGiven };
}

interface SessionRow {
  token_hash: Buffer;
  staff_id: string;
  created_at: Date;
  idle_until: Date;
  expires_at: Date;
  proved_at: Date | null;
}

/** A session with the MAC that was read. An update replaces exactly that MAC. */
interface LiveSession extends SessionRow {
  mac: string;
}

async function readLive(q: Db | Tx['q'], macs: RowMacs, tokenHash: Buffer, now: Date): Promise<LiveSession | null> {
  const row = await q
    .selectFrom('staff.session')
    .select(['token_hash', 'staff_id', 'created_at', 'idle_until', 'expires_at', 'proved_at', 'mac'])
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('idle_until', '>', now)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!row || !macs.isGenuine('staff.session', row, row.mac) || row.mac === null) return null;
  return { ...row, mac: row.mac };
}

/** Updates a session. False when it ended or changed since it was read. */
async function rewrite(q: Db | Tx['q'], macs: RowMacs, session: LiveSession, next: Partial<SessionRow>) {
  const row = { ...session, ...next };
  const mac = macs.of('staff.session', row);
  const { rows } = await sql<{ used: boolean }>`select staff.use_session(
    ${row.token_hash}, ${session.mac}, ${row.idle_until}, ${row.proved_at}, ${mac}) as used`.execute(q);
  return rows[0]?.used === true;
}

/**
 * Records that a session is in use; the only write that a read may cause. It revives neither ended nor idle sessions.
 * When the session changed meanwhile, another call renews it.
 */
async function renew(
  db: Db,
  macs: RowMacs,
  session: LiveSession,
  { now, idleMs }: { now: Date; idleMs: number },
): Promise<void> {
  const idleUntil = new Date(Math.min(now.getTime() + idleMs, session.expires_at.getTime()));
  await rewrite(db, macs, session, { idle_until: idleUntil });
}

const PROVE_ATTEMPTS_MAX = 3;

/** Stores that the staff member proved their presence. Throws `signed-out`, and `busy` after repeated conflicts. */
export async function noteProof(tx: Tx, macs: RowMacs, { tokenHash }: Pick<SignedInStaff, 'tokenHash'>): Promise<void> {
  // Another call of the page may renew the session concurrently.
  for (let attempts = 1; attempts <= PROVE_ATTEMPTS_MAX; attempts++) {
    const now = await clockNow(tx.q);
    const session = await readLive(tx.q, macs, tokenHash, now);
    if (!session) throw new Refusal('signed-out');
    if (await rewrite(tx.q, macs, session, { proved_at: now })) return;
  }
  throw new Refusal('busy');
}

/** Starts a session for an authenticated staff member. The token is returned once and not stored. */
export async function startStaffSession(
  tx: Tx,
  macs: RowMacs,
  staff: StaffIdentity,
  address: string,
  idleMs = STAFF_IDLE_MS,
): Promise<StartedStaffSession> {
  const { token, tokenHash } = newStaffToken();
  const now = await clockNow(tx.q);
  const row: SessionRow = {
    token_hash: tokenHash,
    staff_id: staff.id,
    created_at: now,
    idle_until: new Date(now.getTime() + idleMs),
    expires_at: new Date(now.getTime() + ABSOLUTE_MS),
    proved_at: now,
  };
  await sql`select staff.start_session(${tokenHash}, ${row.staff_id}::uuid, ${address}, ${row.created_at},
    ${row.idle_until}, ${row.expires_at}, ${row.proved_at}, ${macs.of('staff.session', row)})`.execute(tx.q);
  return { token, staff };
}

/** Ends the session of a token. Returns whether it was live. */
export async function endStaffSession(tx: Tx, token: string): Promise<boolean> {
  const tokenHash = readStaffToken(token);
  return tokenHash !== null && (await endNamedSession(tx, tokenHash));
}

/** Ends a session by its token hash. Returns whether it was live. */
export async function endNamedSession(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select staff.end_sessions(null, array[${tokenHash}::bytea]) as n`.execute(tx.q);
  return (rows[0]?.n ?? 0) > 0;
}

/**
 * Throws `signed-out` when the session has ended. Call it with the account locked, before acts that change how a
 * person signs in.
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

/** Ends all sessions of a staff member except the current one. */
export async function endOtherSessionsOf(tx: Tx, staff: Pick<SignedInStaff, 'id' | 'tokenHash'>): Promise<void> {
  await sql`select staff.end_sessions(${staff.id}::uuid, null, ${staff.tokenHash}::bytea)`.execute(tx.q);
}

/** Ends all sessions of a staff member. */
export async function endSessionsOf(tx: Tx, staffId: string): Promise<void> {
  await sql`select staff.end_sessions(${staffId}::uuid, null)`.execute(tx.q);
}
