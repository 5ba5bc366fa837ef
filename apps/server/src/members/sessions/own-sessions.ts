import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import { Refusal } from '../../refusal.ts';
import { lockMember } from '../account/suspensions.ts';
import type { MembersDeps } from '../deps.ts';
import { type Device, readDevice } from './devices.ts';
import { endOtherSessions, endSessions, type Sessions } from './sessions.ts';

/** Sessions that are listed; where there are more, they can be ended all the same, together. */
const LISTED_MAX = 100;

/** A live session as its member sees it. */
export interface OwnSession {
  id: string;
  /** The one that asks. */
  current: boolean;
  device: Device;
  /** Where its sign-in came from. */
  address: string | null;
  startedAtMs: number;
  /** To the hour: how often use is noted. */
  usedAtMs: number;
}

/**
 * What a session is called outside of the server: a hash of the hash that its row is named by. Who reads it finds
 * neither the token nor that row, and no key is needed for it: what is hashed has 256 random bits.
 */
export function sessionIdOf(tokenHash: Buffer): string {
  return createHash('sha256').update('tercet session\0').update(tokenHash).digest('hex').slice(0, 32);
}

/** Own live sessions: the one that asks, then the others, the one used last first. `total` counts beyond the list. */
export async function listSessions(
  db: Db,
  { bucket, memberId, tokenHash }: Identity,
): Promise<{ items: OwnSession[]; total: number }> {
  const live = db
    .selectFrom('members.session')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('idle_until', '>', sql<Date>`clock.now()`)
    .where('expires_at', '>', sql<Date>`clock.now()`);
  const rows = await live
    .select(['token_hash', 'device', 'address', 'created_at', 'seen_at'])
    .orderBy((eb) => eb('token_hash', '=', tokenHash), 'desc')
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(LISTED_MAX)
    .execute();
  const { total } = await live.select((eb) => eb.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow();
  const items = rows.map((row) => ({
    id: sessionIdOf(row.token_hash),
    current: row.token_hash.equals(tokenHash),
    device: readDevice(row.device),
    address: row.address,
    startedAtMs: row.created_at.getTime(),
    usedAtMs: row.seen_at.getTime(),
  }));
  return { items, total: Number(total) };
}

/**
 * Ends one own session, by its id. One that has ended already stays so, and that is no mistake. Throws `not-found`,
 * also for another member's; `signed-out`.
 */
export async function endOwnSession(deps: MembersDeps, identity: Identity, id: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    await holdOwn(tx, identity);
    const tokenHash = await findById(tx, identity, id);
    if (!tokenHash) throw new Refusal('not-found');
    await endSessions(tx, deps.sessions, identity.memberId, tokenHash);
  });
}

/** Ends all own sessions but the one that asks. Throws `signed-out`. */
export async function endOwnOthers(deps: MembersDeps, identity: Identity): Promise<void> {
  await transaction(deps.db, async (tx) => {
    await holdOwn(tx, identity);
    await endOtherSessions(tx, deps.sessions, identity);
  });
}

/** A browser has one session: the one it had before ends with the new one, also where it was another member's. */
export async function endReplaced(
  tx: Tx,
  sessions: Sessions,
  replaced: Pick<Identity, 'memberId' | 'tokenHash'> | null | undefined,
): Promise<void> {
  if (replaced) await endSessions(tx, sessions, replaced.memberId, replaced.tokenHash);
}

/**
 * One after the other: of two devices that end each other at the same time one does, and the other is signed out. Whose
 * session was ended while he waited ends nobody's.
 */
async function holdOwn(tx: Tx, { bucket, memberId, tokenHash }: Identity): Promise<void> {
  await lockMember(tx, memberId);
  const own = await tx.q
    .selectFrom('members.session')
    .select('token_hash')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!own) throw new Refusal('signed-out');
}

/** Among those that could be live by their age: of thirty days at most. */
async function findById(tx: Tx, { bucket, memberId }: Identity, id: string): Promise<Buffer | null> {
  const rows = await tx.q
    .selectFrom('members.session')
    .select('token_hash')
    .where('bucket', '=', bucket)
    .where('member_id', '=', memberId)
    .where('expires_at', '>', await clockNow(tx.q))
    .execute();
  return rows.find((row) => sessionIdOf(row.token_hash) === id)?.token_hash ?? null;
}
