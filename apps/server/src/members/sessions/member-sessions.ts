import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Identity } from '../../identity.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import { lockMember } from '../account/suspensions.ts';
import type { MembersDeps } from '../deps.ts';
import { type Device, readDevice } from './devices.ts';
import { endOtherSessions, endSessions, type Sessions } from './sessions.ts';

/** Most sessions listed. Further ones can still be ended, all together. */
const LISTED_MAX = 100;

/** A live session as its member sees it. */
export interface MemberSession {
  id: string;
  /** True for the session of this request. */
  current: boolean;
  device: Device;
  /** IP address of the sign-in. */
  address: string | null;
  startedAtMs: number;
  /** Accurate to the hour, which is how often use is recorded. */
  usedAtMs: number;
}

/**
 * Public id of a session: a hash of the stored token hash. It reveals neither the token nor the row. It needs no key,
 * because the input has 256 random bits.
 */
export function sessionIdOf(tokenHash: Buffer): string {
  return createHash('sha256').update('tercet session\0').update(tokenHash).digest('hex').slice(0, 32);
}

/**
 * Lists the member's live sessions: the current one first, then by last use. `total` also counts those beyond the
 * list.
 */
export async function listSessions(
  db: Db,
  { bucket, memberId, tokenHash }: Identity,
): Promise<{ items: MemberSession[]; total: number }> {
  const live = db
    .selectFrom('members.session')
    .where(ofMember({ bucket, memberId }))
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
 * Ends one of the member's sessions, by id. Idempotent. Throws `not-found`, also for another member's session, and
 * `signed-out`.
 */
export async function endMemberSession(deps: MembersDeps, identity: Identity, id: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    await holdOwn(tx, identity);
    const tokenHash = await findById(tx, identity, id);
    if (!tokenHash) throw new Refusal('not-found');
    await endSessions(tx, deps.sessions, identity.memberId, tokenHash);
  });
}

/** Ends all the member's sessions except the current one. Throws `signed-out`. */
export async function endOtherMemberSessions(deps: MembersDeps, identity: Identity): Promise<void> {
  await transaction(deps.db, async (tx) => {
    await holdOwn(tx, identity);
    await endOtherSessions(tx, deps.sessions, identity);
  });
}

/** Ends the browser's previous session, even another member's: a browser has one session. */
export async function endReplaced(
  tx: Tx,
  sessions: Sessions,
  replaced: Pick<Identity, 'memberId' | 'tokenHash'> | null | undefined,
): Promise<void> {
  if (replaced) await endSessions(tx, sessions, replaced.memberId, replaced.tokenHash);
}

/**
 * Locks the member and checks that the current session is live. When two devices end each other at once, only one
 * succeeds. The other throws `signed-out` and ends nothing.
 */
async function holdOwn(tx: Tx, { bucket, memberId, tokenHash }: Identity): Promise<void> {
  await lockMember(tx, memberId);
  const own = await tx.q
    .selectFrom('members.session')
    .select('token_hash')
    .where(ofMember({ bucket, memberId }))
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!own) throw new Refusal('signed-out');
}

/** Searches sessions young enough to be live: at most thirty days old. */
async function findById(tx: Tx, { bucket, memberId }: Identity, id: string): Promise<Buffer | null> {
  const rows = await tx.q
    .selectFrom('members.session')
    .select('token_hash')
    .where(ofMember({ bucket, memberId }))
    .where('expires_at', '>', await clockNow(tx.q))
    .execute();
  return rows.find((row) => sessionIdOf(row.token_hash) === id)?.token_hash ?? null;
}

/** Sessions read per address. A whole carrier may share one. */
const AT_ADDRESS_MAX = 200;

/** Members with a session from a network address, ended ones included. Any of them if there are more than `limit`. */
export async function membersAtAddress(q: Db | Tx['q'], address: string, limit: number): Promise<Account[]> {
  const { rows } = await sql<{ bucket: number; memberId: string }>`
    select distinct s.bucket, s.member_id as "memberId" from (
      select o.bucket, o.member_id from members.session o where o.address = ${address} limit ${AT_ADDRESS_MAX}) s
    limit ${limit}`.execute(q);
  return rows;
}
