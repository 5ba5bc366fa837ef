import { sql } from 'kysely';
import { clockNow } from '../../db/clock.ts';
import { newId } from '../../db/ids.ts';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../durations.ts';
import { type Account, lockBalance } from '../../ledger/lock.ts';
import { Refusal } from '../../refusal.ts';
import { isInMinutes, LIMIT_KINDS, type LimitKind, NO_LIMIT, rangeOf, unsetValue } from './limit-kinds.ts';

/** A limit in force, and the looser one requested, if any. Values are minor units or minutes; null means no limit. */
export interface MemberLimit {
  kind: LimitKind;
  value: bigint | null;
  setAt: Date | null;
  asked: AskedLimit | null;
}

export interface AskedLimit {
  id: string;
  value: bigint | null;
  askedAt: Date;
  /** From this time on a second confirmation puts it into force. */
  confirmableAt: Date;
  /** Last time for the confirmation. A confirmation without a deadline would not protect in a bad moment. */
  confirmableUntil: Date;
}

interface Version {
  version: number;
  value: bigint;
  setAt: Date | null;
}

/** Delay before a looser limit can be confirmed. The database checks the same on each insert. */
export const LOOSER_AFTER_MS = DAY_MS;
/** Most requests for looser limits within an hour, over all kinds. Tighter limits are never counted. */
const ASKED_AN_HOUR_MAX = 30;
/** Time after the request in which it can be confirmed. The database checks this too. */
export const LOOSER_UNTIL_MS = 7 * DAY_MS;

/** Reads the limits of all kinds, in order, whether set or not. */
export async function readLimits(q: Db | Tx['q'], account: Account): Promise<MemberLimit[]> {
  const { bucket, memberId } = account;
  const { rows } = await sql<{ kind: LimitKind; value: bigint; set_at: Date }>`
    select distinct on (s.kind) s.kind, s.value, s.set_at from members.limit_set s
    where ${ofMember({ bucket, memberId }, 's')}
    order by s.kind, s.version desc`.execute(q);
  const requested = await readRequested(q, account);
  return LIMIT_KINDS.map((kind) => {
    const row = rows.find((candidate) => candidate.kind === kind);
    const value = shown(row?.value ?? unsetValue(kind));
    return { kind, value, setAt: row?.set_at ?? null, asked: requested.get(kind) ?? null };
  });
}

/**
 * Sets a limit. A tighter one is in force at once and drops a pending request. A looser one becomes a request and
 * replaces an earlier one; the same value again keeps its original date. Holds the balance lock, so that bets and
 * top-ups see the change.
 *
 * Throws `limit-range {min, max}` in minutes or `{minMinor, maxMinor}`, and `throttled` for too many looser requests.
 */
export async function setLimit(tx: Tx, account: Account, kind: LimitKind, typed: bigint | null): Promise<void> {
  refuseOutOfRange(kind, typed);
  const value = typed ?? NO_LIMIT;
  await lockBalance(tx, account);
  const current = await versionOf(tx, account, kind);
  const requested = (await readRequested(tx.q, account)).get(kind);
  if (value > current.value && requested && value === (requested.value ?? NO_LIMIT)) return;
  await deleteRequested(tx, account, kind);
  if (value < current.value) await insertVersion(tx, account, kind, current, { value, asked: null });
  else if (value > current.value) await ask(tx, account, kind, value);
}

/**
 * Sets a limit only if it is stricter than the one in force, and drops a pending request. Staff enter a limit that the
 * member asked for with it, and the member accepts a suggested one. Returns the value before; null means no limit.
 *
 * Throws `limit-range`, and `limit-not-stricter` for the same or a looser one.
 */
export async function tightenLimit(tx: Tx, account: Account, kind: LimitKind, value: bigint): Promise<bigint | null> {
  refuseOutOfRange(kind, value);
  await lockBalance(tx, account);
  const current = await versionOf(tx, account, kind);
  if (value >= current.value) throw new Refusal('limit-not-stricter');
  await deleteRequested(tx, account, kind);
  await insertVersion(tx, account, kind, current, { value, asked: null });
  return shown(current.value);
}

/**
 * Confirms a requested looser limit. Throws `not-found` when the request is no longer pending, and `too-early` before
 * 24 hours.
 */
export async function confirmLimit(tx: Tx, account: Account, kind: LimitKind, id: string): Promise<void> {
  await lockBalance(tx, account);
  const requested = (await readRequested(tx.q, account)).get(kind);
  if (requested?.id !== id) throw new Refusal('not-found');
  const now = await clockNow(tx.q);
  const left = requested.confirmableAt.getTime() - now.getTime();
  if (left > 0) throw new Refusal('too-early', { retryAfterSeconds: Math.ceil(left / 1_000) });
  const current = await versionOf(tx, account, kind);
  await insertVersion(tx, account, kind, current, { value: requested.value ?? NO_LIMIT, asked: requested });
}

/** Drops the request for a looser limit. Throws `not-found`. */
export async function dropLimit(tx: Tx, account: Account, kind: LimitKind, id: string): Promise<void> {
  await lockBalance(tx, account);
  if ((await readRequested(tx.q, account)).get(kind)?.id !== id) throw new Refusal('not-found');
  await deleteRequested(tx, account, kind);
}

/** Throws `limit-range {min, max}` in minutes or `{minMinor, maxMinor}`. */
export function refuseOutOfRange(kind: LimitKind, typed: bigint | null): void {
  const { min, max } = rangeOf(kind);
  if (typed === null || (typed >= min && typed <= max)) return;
  if (isInMinutes(kind)) throw new Refusal('limit-range', { min: Number(min), max: Number(max) });
  throw new Refusal('limit-range', { minMinor: String(min), maxMinor: String(max) });
}

function shown(value: bigint): bigint | null {
  return value === NO_LIMIT ? null : value;
}

/** Pending requests: not dropped, not superseded by a newer version, not expired. */
async function readRequested(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<Map<LimitKind, AskedLimit>> {
  const { rows } = await sql<{ kind: LimitKind; id: string; value: bigint; asked_at: Date }>`
    select distinct on (r.kind) r.kind, r.id, r.value, r.asked_at from members.limit_request r
    where ${ofMember({ bucket, memberId }, 'r')} and r.dropped_at is null
      and r.asked_at > clock.now() - ${LOOSER_UNTIL_MS}::float8 * interval '1 millisecond'
      and not exists (select 1 from members.limit_set s
        where s.bucket = r.bucket and s.member_id = r.member_id and s.kind = r.kind and s.set_at > r.asked_at)
    order by r.kind, r.asked_at desc, r.id desc`.execute(q);
  return new Map(
    rows.map(({ kind, id, value, asked_at: requestedAt }) => {
      const confirmableAt = new Date(requestedAt.getTime() + LOOSER_AFTER_MS);
      const confirmableUntil = new Date(requestedAt.getTime() + LOOSER_UNTIL_MS);
      return [kind, { id, value: shown(value), askedAt: requestedAt, confirmableAt, confirmableUntil }];
    }),
  );
}

async function versionOf(tx: Tx, { bucket, memberId }: Account, kind: LimitKind): Promise<Version> {
  const row = await tx.q
    .selectFrom('members.limit_set')
    .select(['version', 'value', 'set_at as setAt'])
    .where(ofMember({ bucket, memberId }))
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? { version: 0, value: unsetValue(kind), setAt: null };
}

async function insertVersion(
  tx: Tx,
  { bucket, memberId }: Account,
  kind: LimitKind,
  before: Version,
  { value, asked: requested }: { value: bigint; asked: AskedLimit | null },
): Promise<void> {
  // Copy times within the database; JavaScript dates would lose the microseconds.
  await sql`
    insert into members.limit_set
      (bucket, member_id, kind, version, value, prev_version, prev_value, prev_set_at, request_id, asked_at)
    select ${bucket}::smallint, ${memberId}::uuid, ${kind}, ${before.version + 1}::integer, ${value}::bigint,
      ${before.version === 0 ? null : before.version}::integer, ${before.value}::bigint,
      (select s.set_at from members.limit_set s where s.bucket = ${bucket}::smallint
        and s.member_id = ${memberId}::uuid and s.kind = ${kind} and s.version = ${before.version}::integer),
      ${requested?.id ?? null}::uuid,
      (select r.asked_at from members.limit_request r where r.bucket = ${bucket}::smallint
        and r.member_id = ${memberId}::uuid and r.kind = ${kind} and r.id = ${requested?.id ?? null}::uuid)
    returning version`.execute(tx.q);
}

async function ask(tx: Tx, { bucket, memberId }: Account, kind: LimitKind, value: bigint): Promise<void> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from members.limit_request r
    where ${ofMember({ bucket, memberId }, 'r')}
      and r.asked_at > clock.now() - interval '1 hour'`.execute(tx.q);
  if (Number(rows[0]?.n ?? 0) >= ASKED_AN_HOUR_MAX) throw new Refusal('throttled', { retryAfterSeconds: 3_600 });
  await tx.q
    .insertInto('members.limit_request')
    .values({ bucket, member_id: memberId, kind, id: newId(), value })
    .execute();
}

async function deleteRequested(tx: Tx, { bucket, memberId }: Account, kind: LimitKind): Promise<void> {
  await tx.q
    .updateTable('members.limit_request')
    .set({ dropped_at: await clockNow(tx.q) })
    .where(ofMember({ bucket, memberId }))
    .where('kind', '=', kind)
    .where('dropped_at', 'is', null)
    .execute();
}
