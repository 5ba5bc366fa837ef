import { type RawBuilder, sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import type { Db } from '../../db/pool.ts';
import { measureQueue, type Queue } from '../../db/queue.ts';
import type { Tx } from '../../db/transaction.ts';
import { withAsciiDigits } from '../../digits.ts';
import { DAY_MS } from '../../durations.ts';
import type { Account } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import { notifyMember } from '../messages/messages.ts';
import { lockMember } from './suspensions.ts';
import { nameKey } from './user-names.ts';

/** Time for the member to stop a request that is not theirs. */
export const RECOVERY_DELAY_MS = DAY_MS;
/** A request ends this long after it was made. */
export const RECOVERY_LIFE_MS = 30 * DAY_MS;
/** The payee cannot be replaced for this long after a password was set through a request. */
const PAYEE_LOCK_MS = 7 * DAY_MS;
const TEXT_LENGTH_MAX = 200;
/** Open requests that a member is shown. A stop ends those beyond it, too. */
const SHOWN_MAX = 20;

/**
 * State of a request as support sees it. `waiting`: for support. `approved`: the password can be set from `readyAt`.
 * `stopped`: by the member. `superseded`: another request of the account set a password. A visitor reads both as
 * `refused`, since they would say that the account exists.
 */
export const RECOVERY_STATES = ['waiting', 'approved', 'refused', 'stopped', 'superseded', 'expired', 'done'] as const;
export type RecoveryState = (typeof RECOVERY_STATES)[number];

/** What the visitor says about the account. Empty where they gave nothing. */
export interface RecoveryClaims {
  userName: string;
  realName: string;
  /** Up to four last digits of the card or account number. */
  payeeDigits: string;
}

export interface RecoveryRequest extends RecoveryClaims {
  threadId: string;
  /** Account of the user name; null if there is none. */
  account: Account | null;
  state: RecoveryState;
  requestedAt: Date;
  /** Time of the message to the member; null before it, and without an account. */
  notifiedAt: Date | null;
  /** Earliest time at which an approved request sets a password. Until the message is sent, it moves with the clock. */
  readyAt: Date;
  /** What the visitor reads instead: before an approval it does not depend on the account, which may not exist. */
  visitorReadyAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  why: string | null;
}

/** The claims as stored. Of a longer number only the last four digits are kept. Throws `fill-in`, `words-bad`. */
export function readClaims(typed: RecoveryClaims): RecoveryClaims {
  const userName = tidy(typed.userName);
  if (userName === '') throw new Refusal('fill-in', {}, { userName: 'fill-in' });
  const realName = tidy(typed.realName);
  for (const [field, text] of Object.entries({ userName, realName })) {
    const limits = { min: 0, max: TEXT_LENGTH_MAX };
    if ([...text].length > TEXT_LENGTH_MAX) throw new Refusal('words-bad', limits, { [field]: 'words-bad' });
  }
  return {
    userName,
    realName,
    payeeDigits: withAsciiDigits(typed.payeeDigits)
      .replaceAll(/[^0-9]/g, '')
      .slice(-4),
  };
}

function tidy(typed: string): string {
  return typed.toWellFormed().replaceAll('\0', '').trim();
}

/** Stores a request for the conversation `threadId`, whether or not the account exists. */
export async function addRecoveryRequest(tx: Tx, threadId: string, claims: RecoveryClaims): Promise<void> {
  const claim = await tx.q
    .selectFrom('members.user_name_claim')
    .select(['bucket', 'member_id'])
    .where('name_key', '=', nameKey(claims.userName))
    .executeTakeFirst();
  await tx.q
    .insertInto('members.recovery_request')
    .values({
      thread_id: threadId,
      ...{ member_bucket: claim?.bucket ?? null, member_id: claim?.member_id ?? null },
      ...{ user_name: claims.userName, real_name: claims.realName, payee_digits: claims.payeeDigits },
      requested_at: await clockNow(tx.q),
    })
    .execute();
}

/** Whether a conversation's request has these claims. */
export async function isSameRequest(q: Db | Tx['q'], threadId: string, claims: RecoveryClaims): Promise<boolean> {
  const request = await findRecoveryRequest(q, threadId);
  if (request === null) return false;
  const { userName, realName, payeeDigits } = request;
  return userName === claims.userName && realName === claims.realName && payeeDigits === claims.payeeDigits;
}

/** The request of a conversation; null if there is none. */
export async function findRecoveryRequest(q: Db | Tx['q'], threadId: string): Promise<RecoveryRequest | null> {
  const row = await selectRequests(q).where('r.thread_id', '=', threadId).executeTakeFirst();
  return row ? requestOf(row) : null;
}

/** Requests of several conversations, by conversation. */
export async function recoveryRequestsOf(
  q: Db | Tx['q'],
  threadIds: readonly string[],
): Promise<Map<string, RecoveryRequest>> {
  if (threadIds.length === 0) return new Map();
  const rows = await selectRequests(q).where('r.thread_id', 'in', threadIds).execute();
  return new Map(rows.map((row) => [row.thread_id, requestOf(row)]));
}

/** A member's requests that can still set a password, oldest first; at most `SHOWN_MAX`. */
export async function openRecoveries(q: Db | Tx['q'], account: Account): Promise<RecoveryRequest[]> {
  const rows = await selectRequests(q)
    .where('r.member_bucket', '=', account.bucket)
    .where('r.member_id', '=', account.memberId)
    .where('r.completed_at', 'is', null)
    .where((either) => either.or([either('r.decision', 'is', null), either('r.decision', '=', 'approved')]))
    .where('r.requested_at', '>', new Date((await clockNow(q)).getTime() - RECOVERY_LIFE_MS))
    .orderBy('r.requested_at')
    .limit(SHOWN_MAX)
    .execute();
  return rows.map(requestOf);
}

/**
 * Stops all open requests of a member, who has proved that they know the password or hold a recovery code. Returns how
 * many.
 */
export async function stopRecoveries(tx: Tx, account: Account): Promise<number> {
  const stopped = await endOpen(tx, account, 'stopped');
  if (stopped > 0) await notifyMember(tx, account, { kind: 'recovery-stopped', params: {} });
  return stopped;
}

async function endOpen(tx: Tx, account: Account, decision: 'stopped' | 'superseded'): Promise<number> {
  const { numUpdatedRows } = await tx.q
    .updateTable('members.recovery_request')
    .set({ decision, decided_at: await clockNow(tx.q), decided_by: null, why: null })
    .where('member_bucket', '=', account.bucket)
    .where('member_id', '=', account.memberId)
    .where('completed_at', 'is', null)
    .where((either) => either.or([either('decision', 'is', null), either('decision', '=', 'approved')]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Support's decision. An approval can be taken back by a refusal until the password is set. An approval is the message
 * to a member who got none about this request, so their 24 hours start with it. Throws `not-found`, also for the
 * approval of a request without an account, and `too-late` for a request that is decided or over.
 */
export async function decideRecovery(
  tx: Tx,
  threadId: string,
  { approved, why, staffId }: { approved: boolean; why: string; staffId: string },
): Promise<RecoveryRequest> {
  const request = await lockRequest(tx, threadId);
  const isOpen = request.state === 'waiting' || (request.state === 'approved' && !approved);
  if (!isOpen) throw new Refusal('too-late');
  if (approved && request.account === null) throw new Refusal('not-found');
  const now = await clockNow(tx.q);
  const noticed = approved ? { notified_at: request.notifiedAt ?? now } : {};
  await tx.q
    .updateTable('members.recovery_request')
    .set({ decision: approved ? 'approved' : 'refused', decided_at: now, decided_by: staffId, why, ...noticed })
    .where('thread_id', '=', threadId)
    .execute();
  const decided = await lockRequest(tx, threadId);
  if (decided.account) await notifyOfDecision(tx, decided.account, decided);
  return decided;
}

/** A refusal of a request that the member was never told about needs no message. */
async function notifyOfDecision(
  tx: Tx,
  account: Account,
  { state, readyAt, notifiedAt }: RecoveryRequest,
): Promise<void> {
  if (state === 'approved') {
    await notifyMember(tx, account, { kind: 'recovery-approved', params: { readyAtMs: readyAt.getTime() } });
  } else if (notifiedAt !== null) await notifyMember(tx, account, { kind: 'recovery-refused', params: {} });
}

/**
 * The account whose password an approved request may set now, with the member and the request locked. Throws
 * `recovery-not-ready` before the decision and before `readyAt`, and `recovery-closed` once the request is over.
 */
export async function lockReadyRecovery(tx: Tx, threadId: string): Promise<Account> {
  const found = await findRecoveryRequest(tx.q, threadId);
  // Member first, then request, as when the member stops it or changes the password.
  if (found?.account) await lockMember(tx, found.account.memberId);
  const { state, account, readyAt, visitorReadyAt } = await lockRequest(tx, threadId);
  if (state === 'waiting') throw new Refusal('recovery-not-ready', { readyAtMs: visitorReadyAt.getTime() });
  if (state !== 'approved' || account === null) throw new Refusal('recovery-closed');
  if (readyAt > (await clockNow(tx.q))) throw new Refusal('recovery-not-ready', { readyAtMs: readyAt.getTime() });
  return account;
}

/** Ends a request that has set a password, and all others of the account, which may be another person's. */
export async function noteRecovered(tx: Tx, threadId: string, account: Account): Promise<void> {
  await tx.q
    .updateTable('members.recovery_request')
    .set({ completed_at: await clockNow(tx.q) })
    .where('thread_id', '=', threadId)
    .execute();
  await endOpen(tx, account, 'superseded');
}

/** When the member last stopped a request; null if they stopped none that is still stored. */
export async function lastStopOf(q: Db | Tx['q'], account: Account): Promise<Date | null> {
  const { at } = await q
    .selectFrom('members.recovery_request')
    .select((eb) => eb.fn.max('decided_at').as('at'))
    .where('member_bucket', '=', account.bucket)
    .where('member_id', '=', account.memberId)
    .where('decision', '=', 'stopped')
    .executeTakeFirstOrThrow();
  return at;
}

/** Until when the payee cannot be replaced, because a request set the password; null if it can. */
export async function payeeLockedUntil(q: Db | Tx['q'], account: Account): Promise<Date | null> {
  const { at } = await q
    .selectFrom('members.recovery_request')
    .select((eb) => eb.fn.max('completed_at').as('at'))
    .where('member_bucket', '=', account.bucket)
    .where('member_id', '=', account.memberId)
    .executeTakeFirstOrThrow();
  const until = at === null ? null : new Date(at.getTime() + PAYEE_LOCK_MS);
  return until !== null && until > (await clockNow(q)) ? until : null;
}

/** Requests that wait for support’s decision, with the end of the first one. `besides` leaves some of them out. */
export function recoveryQueue(q: Db | Tx['q'], besides: RawBuilder<unknown> = sql`false`): Promise<Queue> {
  return measureQueue(
    q,
    sql`select r.requested_at as since, r.requested_at + ${LIFE} as due
    from members.recovery_request r where ${IS_UNDECIDED} and not ${besides} order by r.requested_at`,
  );
}

const LIFE = sql`make_interval(secs => ${RECOVERY_LIFE_MS / 1000})`;
const IS_UNDECIDED = sql`r.decision is null and r.requested_at > clock.now() - ${LIFE}`;

/** SQL condition: the conversation `threadId` has a request that waits for support's decision. */
export function hasUndecided(threadId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from members.recovery_request r where r.thread_id = ${threadId} and ${IS_UNDECIDED})`;
}

async function lockRequest(tx: Tx, threadId: string): Promise<RecoveryRequest> {
  const row = await selectRequests(tx.q).where('r.thread_id', '=', threadId).forUpdate('r').executeTakeFirst();
  if (!row) throw new Refusal('not-found');
  return requestOf(row);
}

function selectRequests(q: Db | Tx['q']) {
  return q.selectFrom('members.recovery_request as r').selectAll('r').select(sql<Date>`clock.now()`.as('now'));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRequests>['executeTakeFirstOrThrow']>>;

function requestOf(row: Row): RecoveryRequest {
  // The member's time to object starts with the message to them.
  const from = row.notified_at ?? row.now;
  const expiresAt = new Date(row.requested_at.getTime() + RECOVERY_LIFE_MS);
  const { member_bucket: bucket, member_id: memberId } = row;
  const readyAt = new Date(from.getTime() + RECOVERY_DELAY_MS);
  const state = stateOf(row, expiresAt);
  const isApproved = state === 'approved' || state === 'done';
  return {
    threadId: row.thread_id,
    account: bucket === null || memberId === null ? null : { bucket, memberId },
    ...{ userName: row.user_name, realName: row.real_name, payeeDigits: row.payee_digits },
    state,
    requestedAt: row.requested_at,
    notifiedAt: row.notified_at,
    readyAt,
    visitorReadyAt: isApproved ? readyAt : new Date(row.requested_at.getTime() + RECOVERY_DELAY_MS),
    expiresAt,
    ...{ decidedAt: row.decided_at, decidedBy: row.decided_by, why: row.why },
  };
}

function stateOf({ decision, completed_at, now }: Row, expiresAt: Date): RecoveryState {
  if (completed_at !== null) return 'done';
  if (decision === 'refused' || decision === 'stopped' || decision === 'superseded') return decision;
  if (expiresAt <= now) return 'expired';
  return decision === 'approved' ? 'approved' : 'waiting';
}
