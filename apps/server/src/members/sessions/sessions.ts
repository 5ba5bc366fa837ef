import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { bucketOf } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { HOUR_MS } from '../../durations.ts';
import type { Identity } from '../../identity.ts';
import { Refusal } from '../../refusal.ts';
import { endSubscriptions, moveSubscriptions } from '../messages/push.ts';
import { createSessionCache } from './session-cache.ts';
import { newToken, readToken } from './tokens.ts';

/** Origin of a request, as stored with a session. */
export interface Caller {
  address: string;
  /** The User-Agent, for the member's list of devices. */
  device: string | null;
}

export interface StartedSession {
  token: string;
  identity: Identity;
  /** The session ends after this time, even while in use. */
  maxAgeSeconds: number;
}

/** A session ends after `IDLE_MS` without use, and at the latest after `ABSOLUTE_MS`. Use is recorded once an hour. */
const IDLE_MS = 7 * 24 * HOUR_MS;
const ABSOLUTE_MS = 30 * 24 * HOUR_MS;
const RENEW_AFTER_MS = HOUR_MS;

/** NOTIFY channel. The payload is the id of a member whose sessions ended, with the token hash when only one ended. */
export const SESSION_ENDED = 'session_ended';

/** User names kept in memory, about 150 bytes each. */
const NAMES_MAX = 200_000;

const DEVICE_LENGTH_MAX = 200;

export interface Sessions {
  /** The live session of a token, by the database's clock; null for any other token. */
  identify(token: string): Promise<Identity | null>;
  /**
   * Identity claimed by a token, for calls whose own transaction checks the session (`config.sessionCheckedInCall`).
   * Queries only unknown user names, which never change.
   */
  presume(token: string): Promise<Identity | null>;
  /**
   * Calls the listener when sessions of a member end, on this node or another. Passes the token hash when only one
   * session ended. Returns a function that unsubscribes.
   */
  onEnded(listener: (memberId: string, tokenHash?: Buffer) => void): () => void;
  /** Call for each NOTIFY on `SESSION_ENDED`. */
  noteEnded(payload: string): void;
  /** Call when notifications may have been missed. */
  noteGap(): void;
}

export interface SessionsOptions {
  /** Cache lifetime: the longest that a sign-out on another node can go unnoticed. */
  cacheTtlMs?: number;
  /** Database for `presume`; the default is `db`. */
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
      // A failed renewal leaves the session live; the next call tries again.
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
    .where(ofMember({ bucket, memberId }, 's'))
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
 * Records that a session is in use; the only write that a read may cause. It keeps members who only watch signed in.
 * It revives neither ended nor idle sessions.
 */
async function renew(db: Db, { identity, now, seenAt, expiresAt }: LiveSession): Promise<void> {
  await db
    .updateTable('members.session')
    .set({ seen_at: now, idle_until: earlier(later(now, IDLE_MS), expiresAt) })
    .where(ofMember(identity))
    .where('token_hash', '=', identity.tokenHash)
    .where('ended_at', 'is', null)
    .where('seen_at', '<=', later(seenAt, 1))
    .execute();
}

/** Starts a session for an authenticated member. The token is returned once and not stored. */
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
      used_at: now,
      idle_until: later(now, IDLE_MS),
      expires_at: later(now, ABSOLUTE_MS),
    })
    .execute();
  return { token, maxAgeSeconds: ABSOLUTE_MS / 1000, identity: { bucket, tokenHash, ...member } };
}

/** Ends all sessions of a member, or only `only`. On commit, every node drops them from its cache, also this one. */
export async function endSessions(tx: Tx, sessions: Sessions, memberId: string, only?: Buffer): Promise<void> {
  await endLive(tx, { bucket: bucketOf(memberId), memberId }, only && { only });
  await announceEnded(tx, sessions, [only ? endOf(memberId, only) : memberId]);
}

/** Ends all sessions of a member except the current one, whose streams and calls continue. */
export async function endOtherSessions(
  tx: Tx,
  sessions: Sessions,
  { bucket, memberId, tokenHash }: Pick<Identity, 'bucket' | 'memberId' | 'tokenHash'>,
): Promise<void> {
  const ended = await endLive(tx, { bucket, memberId }, { except: tokenHash });
  const payloads = ended.map((hash) => endOf(memberId, hash));
  await announceEnded(tx, sessions, payloads);
}

/** Ends live sessions of a member, and the push subscriptions made in them. Returns their token hashes. */
async function endLive(
  tx: Tx,
  account: Pick<Identity, 'bucket' | 'memberId'>,
  which: { only?: Buffer; except?: Buffer } = {},
): Promise<Buffer[]> {
  let update = tx.q
    .updateTable('members.session')
    .set({ ended_at: await clockNow(tx.q) })
    .where(ofMember(account))
    .where('ended_at', 'is', null)
    .returning('token_hash');
  if (which.only) update = update.where('token_hash', '=', which.only);
  if (which.except) update = update.where('token_hash', '<>', which.except);
  const ended = (await update.execute()).map(({ token_hash }) => token_hash);
  await endSubscriptions(tx, account, ended);
  return ended;
}

/**
 * Replaces a live session's token; its entry in the list of devices stays. Copies of the old token stop working.
 * Throws `signed-out` when the session has ended.
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
    .where(ofMember({ bucket, memberId }))
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('idle_until', '>', now)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst();
  if (!row) throw new Refusal('signed-out');
  await moveSubscriptions(tx, { bucket, memberId }, tokenHash, renewed.tokenHash);
  await announceEnded(tx, sessions, [endOf(memberId, tokenHash)]);
  return { ...renewed, maxAgeSeconds: Math.floor((row.expires_at.getTime() - now.getTime()) / 1_000) };
}

/** Payload that names one session. */
function endOf(memberId: string, tokenHash: Buffer): string {
  return `${memberId} ${tokenHash.toString('hex')}`;
}

/** Notifies every node on commit, this one included. */
async function announceEnded(tx: Tx, sessions: Sessions, payloads: readonly string[]): Promise<void> {
  await sql`select pg_notify(${SESSION_ENDED}, p) from unnest(${payloads}::text[]) p`.execute(tx.q);
  tx.onCommit(() => {
    for (const payload of payloads) sessions.noteEnded(payload);
  });
}

/**
 * Ends all sessions of a member except the current one, which becomes restricted. Every node drops its cache of the
 * member, and streams reconnect.
 */
export async function keepRestricted(
  tx: Tx,
  sessions: Sessions,
  { bucket, memberId, tokenHash }: Pick<Identity, 'bucket' | 'memberId' | 'tokenHash'>,
): Promise<void> {
  await endLive(tx, { bucket, memberId }, { except: tokenHash });
  await tx.q
    .updateTable('members.session')
    .set({ restricted: true })
    .where(ofMember({ bucket, memberId }))
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute();
  await announceEnded(tx, sessions, [memberId]);
}

/** Restricts all sessions of a member; they stay signed in for what restricted members may do. */
export async function restrictSessions(tx: Tx, sessions: Sessions, memberId: string): Promise<void> {
  await tx.q
    .updateTable('members.session')
    .set({ restricted: true })
    .where(ofMember({ bucket: bucketOf(memberId), memberId }))
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
