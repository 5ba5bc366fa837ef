import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS, SECOND_MS } from '../../durations.ts';
import type { Identity } from '../../identity.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import { lockMember } from '../account/suspensions.ts';
import { notifyMember } from '../messages/messages.ts';
import { type Exclusion, exclusionOf } from './exclusion-in-force.ts';

/** The second yes is possible from a day after the request, for six days. The database enforces both. */
const CONFIRMABLE_AFTER_MS = DAY_MS;
const CONFIRMABLE_UNTIL_MS = 7 * DAY_MS;

/** A member's request to end their self-exclusion. */
export interface EndRequest {
  id: string;
  requestedAt: Date;
  confirmableAt: Date;
  confirmableUntil: Date;
}

/** The newest request that counts for `exclusion` and has not lapsed; null without one. */
export async function endRequestOf(
  q: Db | Tx['q'],
  account: Account,
  { kind, until }: Exclusion,
): Promise<EndRequest | null> {
  if (kind === 'time-out' || until === null) return null;
  const { rows } = await sql<{ id: string; requestedAt: Date }>`
    select r.id, r.asked_at as "requestedAt" from members.exclusion_end_request r
    where ${ofMember(account, 'r')} and r.asked_at >= ${until}::timestamptz
      and r.asked_at > clock.now() - interval '7 days'
    order by r.asked_at desc limit 1`.execute(q);
  const [row] = rows;
  if (!row) return null;
  const at = (ms: number) => new Date(row.requestedAt.getTime() + ms);
  return { ...row, confirmableAt: at(CONFIRMABLE_AFTER_MS), confirmableUntil: at(CONFIRMABLE_UNTIL_MS) };
}

/**
 * Requests the end of the member's self-exclusion. Repeating it changes nothing. Throws `not-found` without one, and
 * `self-excluded` while its hours have not passed.
 */
export async function requestEnd(tx: Tx, identity: Identity): Promise<void> {
  const exclusion = await lockedExclusion(tx, identity);
  if (exclusion.until === null || exclusion.until > (await clockNow(tx.q))) throw new Refusal('self-excluded');
  if (await endRequestOf(tx.q, identity, exclusion)) return;
  const { bucket, memberId } = identity;
  await tx.q.insertInto('members.exclusion_end_request').values({ bucket, member_id: memberId, id: newId() }).execute();
  await notifyMember(tx, identity, { kind: 'exclusion-end-requested', params: {} });
}

/**
 * Confirms the request, at least a day and at most a week after it. The next sign-in gives a full session. Throws
 * `too-early`, and `not-found` without a request, or if it lapsed or a longer exclusion began since.
 */
export async function confirmEnd(tx: Tx, identity: Identity, requestId: string): Promise<void> {
  const exclusion = await lockedExclusion(tx, identity);
  const request = await endRequestOf(tx.q, identity, exclusion);
  if (request?.id !== requestId) throw new Refusal('not-found');
  const leftMs = request.confirmableAt.getTime() - (await clockNow(tx.q)).getTime();
  if (leftMs > 0) throw new Refusal('too-early', { retryAfterSeconds: Math.ceil(leftMs / SECOND_MS) });
  const { bucket, memberId } = identity;
  await sql`
    insert into members.exclusion_end (bucket, member_id, request_id, asked_at)
    select r.bucket, r.member_id, r.id, r.asked_at from members.exclusion_end_request r
    where ${ofMember({ bucket, memberId }, 'r')} and r.id = ${requestId}::uuid`.execute(tx.q);
  await notifyMember(tx, identity, { kind: 'exclusion-ended', params: {} });
}

/** The self-exclusion, under the locks that its start takes. */
async function lockedExclusion(tx: Tx, account: Account): Promise<Exclusion> {
  await lockMember(tx, account.memberId);
  await lockBalance(tx, account);
  const exclusion = await exclusionOf(tx.q, account);
  if (exclusion?.kind !== 'self-exclusion') throw new Refusal('not-found');
  return exclusion;
}
