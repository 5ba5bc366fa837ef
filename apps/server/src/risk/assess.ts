import { sql } from 'kysely';
import { clockNow } from '../db/clock.ts';
import { newId } from '../db/ids.ts';
import { ofMember } from '../db/member-rows.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { DAY_MS } from '../durations.ts';
import type { Account } from '../ledger/lock.ts';
import { exclusionOf } from '../members/limits/exclusion-in-force.ts';
import { knownTimeZones, type PeriodSecondsOf, readHistory, readNetDeposit, readTimeZone } from './history.ts';
import { type Indicator, indicatorsOf, needsTalk } from './indicators.ts';
import { type CrossedThreshold, crossedOf, type NetDepositThreshold } from './net-deposits.ts';
import { signsToJson } from './signs-json.ts';

export interface AssessDeps {
  db: Db;
  periodSecondsOf: PeriodSecondsOf;
  /** Thresholds of net deposits; none in most houses. */
  thresholds: readonly NetDepositThreshold[];
}

/** Most members of one batch. */
export const BATCH_MAX = 200;
/** After a case about signs is done, the next opens no sooner. */
const PAUSE_MS = 30 * DAY_MS;
/** A threshold makes one case in as many days. */
const REPEAT_MS = 365 * DAY_MS;

/**
 * Members of the buckets from `first` to before `end` that are due, at most `BATCH_MAX`: those in use since their last
 * assessment, which is a day old or more. Sessions are renewed now and then, so an hour is allowed for.
 */
export async function dueMembers(db: Db, first: number, end: number): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select s.bucket, s.member_id as "memberId" from members.session s
    left join risk.assessment a on a.bucket = s.bucket and a.member_id = s.member_id
    where s.bucket >= ${first}::smallint and s.bucket < ${end}::integer
      and (a.at is null or (a.at <= clock.now() - interval '24 hours' and s.seen_at > a.at - interval '1 hour'))
      and not exists (select from members.closure c where c.bucket = s.bucket and c.member_id = s.member_id)
    group by s.bucket, s.member_id order by s.bucket, s.member_id limit ${BATCH_MAX}`.execute(db);
  return rows;
}

/**
 * Computes a member's signs of harm from their own history, replaces the earlier ones, and opens cases for staff. Of
 * concurrent jobs one does it; the others wait for its row and see that it is done. Locks nothing that a bet or a
 * payment needs. Returns the signs, or null if the last assessment is less than a day old.
 */
export function assessMember(deps: AssessDeps, account: Account): Promise<Indicator[] | null> {
  return transaction(deps.db, async (tx) => {
    const timeZone = await readTimeZone(tx, account, () => knownTimeZones(deps.db));
    const now = await clockNow(tx.q);
    if (!(await claim(tx, account, timeZone, now))) return null;
    const history = await readHistory(tx, account, { timeZone, periodSecondsOf: deps.periodSecondsOf });
    const found = indicatorsOf(history);
    await replaceIndicators(tx, account, found, now);
    // Who is on a break needs no talk about tools: they used one.
    if ((await exclusionOf(tx.q, account)) === null) await openCases(tx, deps, account, found, now);
    return found;
  });
}

/** Records the assessment; false if the last one is less than a day old. */
async function claim(tx: Tx, { bucket, memberId }: Account, timeZone: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into risk.assessment as a (bucket, member_id, at, time_zone)
    values (${bucket}::smallint, ${memberId}::uuid, ${now}::timestamptz, ${timeZone})
    on conflict (bucket, member_id) do update set at = excluded.at, time_zone = excluded.time_zone
      where a.at <= excluded.at - interval '24 hours'
    returning 1`.execute(tx.q);
  return rows.length > 0;
}

async function replaceIndicators(tx: Tx, account: Account, found: readonly Indicator[], now: Date): Promise<void> {
  const { bucket, memberId } = account;
  const kinds = found.map(({ kind }) => kind);
  await sql`
    delete from risk.indicator i where ${ofMember(account, 'i')} and i.kind <> all (${kinds}::text[])`.execute(tx.q);
  for (const { kind, level, figure, usual } of found) {
    await tx.q
      .insertInto('risk.indicator')
      .values({ bucket, member_id: memberId, kind, level, figure, usual, since: now })
      .onConflict((on) => on.columns(['bucket', 'member_id', 'kind']).doUpdateSet({ level, figure, usual }))
      .execute();
  }
}

async function openCases(
  tx: Tx,
  { thresholds }: AssessDeps,
  account: Account,
  found: readonly Indicator[],
  now: Date,
): Promise<void> {
  if (needsTalk(found) && !(await hasTalkOfSigns(tx, account, now))) {
    await addCase(tx, account, { reason: 'signs', found, crossed: null, now });
  }
  if (thresholds.length === 0) return;
  const nets = new Map<number, bigint>();
  for (const { days } of thresholds) nets.set(days, await readNetDeposit(tx, account, days));
  for (const crossed of crossedOf(thresholds, (days) => nets.get(days) ?? 0n)) {
    if (await hasCaseOf(tx, account, crossed, now)) continue;
    await addCase(tx, account, { reason: 'net-deposit', found, crossed, now });
  }
}

/** An open case about signs, or one that was done not long ago. */
async function hasTalkOfSigns(tx: Tx, account: Account, now: Date): Promise<boolean> {
  const row = await tx.q
    .selectFrom('risk.member_case')
    .select('id')
    .where(ofMember(account))
    .where('reason', '=', 'signs')
    .where((eb) => eb.or([eb('closed_at', 'is', null), eb('closed_at', '>', new Date(now.getTime() - PAUSE_MS))]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function hasCaseOf(tx: Tx, account: Account, { days, amount }: CrossedThreshold, now: Date): Promise<boolean> {
  const row = await tx.q
    .selectFrom('risk.member_case')
    .select('id')
    .where(ofMember(account))
    .where('days', '=', days)
    .where('threshold', '=', amount)
    .where('opened_at', '>', new Date(now.getTime() - REPEAT_MS))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function addCase(
  tx: Tx,
  { bucket, memberId }: Account,
  opened: {
    reason: 'signs' | 'net-deposit';
    found: readonly Indicator[];
    crossed: CrossedThreshold | null;
    now: Date;
  },
): Promise<void> {
  const { reason, found, crossed, now } = opened;
  await tx.q
    .insertInto('risk.member_case')
    .values({
      ...{ bucket, member_id: memberId, id: newId(), reason, signs: signsToJson(found) },
      ...{ days: crossed?.days ?? null, threshold: crossed?.amount ?? null, net: crossed?.net ?? null },
      ...{ opened_at: now, due_at: now },
    })
    .execute();
}
