import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { bucketOf } from '../../db/ids.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { Refusal } from '../../refusal.ts';
import { createSessionCache } from './session-cache.ts';
import { newToken, readToken } from './tokens.ts';

/** Where a request comes from, as far as a session remembers it. */
export interface Caller {
  address: string;
  /** The browser's own description of itself; shown to the member in the list of devices. */
  device: string | null;
}

export interface StartedSession {
  token: string;
  identity: Identity;
  /** After this it ends, however much it is used. */
  maxAgeSeconds: number;
}

/** A session ends when unused for the first, and in any case after the second; the first is renewed once an hour. */
const HOUR_MS = 3_600_000;
const IDLE_MS = 7 * 24 * HOUR_MS;
const ABSOLUTE_MS = 30 * 24 * HOUR_MS;
const RENEW_AFTER_MS = HOUR_MS;

/** NOTIFY channel; the payload is the member whose sessions ended, and the hash of the token where it was one alone. */
export const SESSION_ENDED = 'session_ended';

/** User names kept in memory, about 150 bytes each. */
const NAMES_MAX = 200_000;

const DEVICE_LENGTH_MAX = 200;

export interface Sessions {
  /** The live session of a token, by the database's clock; null for any other token. */
  identify(token: string): Promise<Identity | null>;
  /**
   * Who a token claims to come from, for a call whose own transaction checks the session
   * (`config.sessionCheckedInCall`): asks the database for nothing but a name that it does not know yet, and names
   * never change.
   */
  presume(token: string): Promise<Identity | null>;
  /**
   * Calls back with the member whenever sessions of one ended, here or on another node; with the hash of its token
   * where one ended and the others live on. Returns the way to stop.
   */
  onEnded(listener: (memberId: string, tokenHash?: Buffer) => void): () => void;
  /** To be called for each NOTIFY on `SESSION_ENDED`. */
  noteEnded(payload: string): void;
  /** To be called when such messages may have been missed. */
  noteGap(): void;
}

export interface SessionsOptions {
  /** For how long an answer may be remembered: the longest that another node's sign-out can go unnoticed. */
  cacheTtlMs?: number;
  /** Where `presume` asks for names; by default where all else is asked. */
  namesDb?: Db;
}

export function createSessions(db: Db, options: SessionsOptions = {}): Sessions {
  const cache = createSessionCache({
    ttlMs: Math.min(options.cacheTtlMs ?? 5_000, 5_000),
    membersMax: 10_000,
    nowMs: () => performance.now(),
  });
  const names = new Map<string, string>();
  const listeners = new Set<(memberId: string, tokenHash?: Buffer) => void>();

  async function identify(token: string): Promise<Identity | null> {
    const named = readToken(token);
    if (!named) return null;
    const known = cache.get(named.memberId, named.tokenHash);
    if (known) return known;
    const seen = cache.endings();
    const found = await findLive(db, named.memberId, named.tokenHash);
    if (!found) return null;
    if (found.now.getTime() - found.seenAt.getTime() >= RENEW_AFTER_MS) {
      // One that could not be renewed is as live as before; the next call tries again.
      await renew(db, found).catch(() => {});
    }
    cache.put(found.identity, found.endsAt.getTime() - found.now.getTime(), seen);
    return found.identity;
  }

  async function presume(token: string): Promise<Identity | null> {
    const named = readToken(token);
    if (!named) return null;
    const { memberId, tokenHash } = named;
    const userName = names.get(memberId) ?? (await findName(options.namesDb ?? db, memberId));
    if (userName === null) return null;
    if (names.size >= NAMES_MAX) names.clear();
    names.set(memberId, userName);
    return { bucket: bucketOf(memberId), memberId, userName, tokenHash, restricted: false };
  }

  return {
    identify,
    presume,
    onEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    noteEnded(payload) {
      const [memberId = '', hash] = payload.split(' ');
      cache.drop(memberId);
      for (const listener of listeners) listener(memberId, hash === undefined ? undefined : Buffer.from(hash, 'hex'));
    },
    noteGap: () => cache.dropAll(),
  };
}

interface LiveSession {
  identity: Identity;
  now: Date;
  seenAt: Date;
  endsAt: Date;
  expiresAt: Date;
}

async function findName(db: Db, memberId: string): Promise<string | null> {
  const row = await db
    .selectFrom('members.member')
    .select('user_name')
    .where('bucket', '=', bucketOf(memberId))
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.user_name ?? null;
}

async function findLive(db: Db, memberId: string, tokenHash: Buffer): Promise<LiveSession | null> {
  const bucket = bucketOf(memberId);
  const row = await db
    .selectFrom('members.session as s')
    .innerJoin('members.member as m', (on) =>
      on.onRef('m.bucket', '=', 's.bucket').onRef('m.member_id', '=', 's.member_id'),
    )
    .crossJoin(sql<{ at: Date }>`(select clock.now() as at)`.as('now'))
    .select(['m.user_name', 's.restricted', 's.seen_at', 's.idle_until', 's.expires_at', 'now.at'])
    .where('s.bucket', '=', bucket)
    .where('s.member_id', '=', memberId)
    .where('s.token_hash', '=', tokenHash)
    .where('s.ended_at', 'is', null)
    .whereRef('s.idle_until', '>', 'now.at')
    .whereRef('s.expires_at', '>', 'now.at')
    .executeTakeFirst();
  if (!row) return null;
  return {
    identity: { bucket, memberId, userName: row.user_name, tokenHash, restricted: row.restricted },
    now: row.at,
    seenAt: row.seen_at,
    endsAt: row.idle_until,
    expiresAt: row.expires_at,
  };
}

/**
 * The one thing a read may write: that the session is in use. Watching is use: a member who only reads is not signed
 * out for it. Nothing else can tell the difference. Neither an ended nor an idle one is revived.
 */
async function renew(db: Db, { identity, now, seenAt, expiresAt }: LiveSession): Promise<void> {
  await db
    .updateTable('members.session')
    .set({ seen_at: now, idle_until: earlier(later(now, IDLE_MS), expiresAt) })
    .where('bucket', '=', identity.bucket)
    .where('member_id', '=', identity.memberId)
    .where('token_hash', '=', identity.tokenHash)
    .where('ended_at', 'is', null)
    .where('seen_at', '<=', later(seenAt, 1))
    .execute();
}

/** Starts a session of a member whose identity was proved. The token is given out once and not stored. */
export async function startSession(
  tx: Tx,
  member: { memberId: string; userName: string; restricted: boolean },
  caller: Caller,
): Promise<StartedSession> {
  const { token, tokenHash } = newToken(member.memberId);
  const bucket = bucketOf(member.memberId);
  const now = await clockNow(tx.q);
  await tx.q
    .insertInto('members.session')
    .values({
      bucket,
      member_id: member.memberId,
      token_hash: tokenHash,
      restricted: member.restricted,
      address: caller.address,
      device: caller.device?.slice(0, DEVICE_LENGTH_MAX) ?? null,
      created_at: now,
      seen_at: now,
      idle_until: later(now, IDLE_MS),
      expires_at: later(now, ABSOLUTE_MS),
    })
    .execute();
  return { token, maxAgeSeconds: ABSOLUTE_MS / 1000, identity: { bucket, tokenHash, ...member } };
}

/**
 * Ends sessions of a member: all, or only the one given. Every node drops what it remembers of them, this one included,
 * when the transaction commits.
 */
export async function endSessions(tx: Tx, sessions: Sessions, memberId: string, only?: Buffer): Promise<void> {
  const now = await clockNow(tx.q);
  let update = tx.q
    .updateTable('members.session')
    .set({ ended_at: now })
    .where('bucket', '=', bucketOf(memberId))
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null);
  if (only) update = update.where('token_hash', '=', only);
  await update.execute();
  await announceEnded(tx, sessions, [only ? endOf(memberId, only) : memberId]);
}

/** Ends all sessions of a member but the one that he calls with, whose streams and calls go on undisturbed. */
export async function endOtherSessions(
  tx: Tx,
  sessions: Sessions,
  { bucket, memberId, tokenHash }: Pick<Identity, 'bucket' | 'memberId' | 'tokenHash'>,
): Promise<void> {
  const ended = await tx.q
    .updateTable('members.session')
    .set({ ended_at: await clockNow(tx.q) })
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('token_hash', '<>', tokenHash)
    .where('ended_at', 'is', null)
    .returning('token_hash')
    .execute();
  const payloads = ended.map((row) => endOf(memberId, row.token_hash));
  await announceEnded(tx, sessions, payloads);
}

/**
 * Gives a live session another token, in its place in the list of devices: a copy of the old one opens nothing from now
 * on. Throws `signed-out` where the session has ended meanwhile.
 */
export async function renewToken(
  tx: Tx,
  sessions: Sessions,
  { bucket, memberId, tokenHash }: Pick<Identity, 'bucket' | 'memberId' | 'tokenHash'>,
): Promise<Pick<StartedSession, 'token' | 'maxAgeSeconds'> & { tokenHash: Buffer }> {
  const renewed = newToken(memberId);
  const now = await clockNow(tx.q);
  const row = await tx.q
    .updateTable('members.session')
    .set({ token_hash: renewed.tokenHash })
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('idle_until', '>', now)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst();
  if (!row) throw new Refusal('signed-out');
  await announceEnded(tx, sessions, [endOf(memberId, tokenHash)]);
  return { ...renewed, maxAgeSeconds: Math.floor((row.expires_at.getTime() - now.getTime()) / 1_000) };
}

/** The payload that names one session. */
function endOf(memberId: string, tokenHash: Buffer): string {
  return `${memberId} ${tokenHash.toString('hex')}`;
}

/** Tells every node, this one included, once the transaction commits. */
async function announceEnded(tx: Tx, sessions: Sessions, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify(${SESSION_ENDED}, p) from unnest(${payloads}::text[]) p`.execute(tx.q);
  tx.onCommit(() => {
    for (const payload of payloads) sessions.noteEnded(payload);
  });
}

/**
 * Leaves a member the one session that he calls with, and that one restricted from now on. Every node drops what it
 * remembers of him; streams begin anew.
 */
export async function keepRestricted(
  tx: Tx,
  sessions: Sessions,
  { bucket, memberId, tokenHash }: Pick<Identity, 'bucket' | 'memberId' | 'tokenHash'>,
): Promise<void> {
  const now = await clockNow(tx.q);
  const live = tx.q
    .updateTable('members.session')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null);
  await live.set({ ended_at: now }).where('token_hash', '<>', tokenHash).execute();
  await live.set({ restricted: true }).where('token_hash', '=', tokenHash).execute();
  await announceEnded(tx, sessions, [memberId]);
}

/** All sessions of a member go on, for what is open to whoever may not play. */
export async function restrictSessions(tx: Tx, sessions: Sessions, memberId: string): Promise<void> {
  await tx.q
    .updateTable('members.session')
    .set({ restricted: true })
    .where('bucket', '=', bucketOf(memberId))
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute();
  await announceEnded(tx, sessions, [memberId]);
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
