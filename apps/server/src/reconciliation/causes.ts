import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { FAULTS_MAX, type LedgerFault, NO_FAULT } from './fault.ts';
import type { Buckets } from './span.ts';

/** Causes to examine: recent ones, or all of some buckets. */
export type Causes = { by: 'time'; from: Date; to: Date } | { by: 'buckets'; buckets: Buckets };

/**
 * Causes without their transfer, except those of slips (`slips.ts`). A cause and its transfer are written in one
 * transaction, so neither is ever visible alone.
 */
export async function causesNotPosted(db: Db, causes: Causes): Promise<LedgerFault[]> {
  const grants = causes.by === 'buckets' ? [await missingGrants(db, causes.buckets)] : [];
  const found: LedgerFault[] = [];
  for (const missing of [ofWithdrawals(causes), ofPayments(causes), ofPurchases(causes), ...grants]) {
    const { rows } = await sql<{ member_id: string; kind: string; day: string; ref: string; due: bigint }>`
      select m.member_id, m.kind, m.day, m.ref, m.due from (${missing}) m limit ${FAULTS_MAX}`.execute(db);
    const faults = rows.map(({ member_id: memberId, ...row }) => ({ ...NO_FAULT, ...row, memberId }));
    found.push(...faults.map((fault) => ({ ...fault, what: 'not-posted', posted: 0n })));
  }
  return found.slice(0, FAULTS_MAX);
}

/** Condition on the examined causes. `at` is the time of the cause; `alias` is its table. */
function looked(causes: Causes, alias: string, at: RawBuilder<unknown>): RawBuilder<boolean> {
  if (causes.by === 'buckets') {
    const [first, last] = causes.buckets;
    return sql<boolean>`${sql.raw(alias)}.bucket between ${first}::smallint and ${last}::smallint`;
  }
  return sql<boolean>`${at} > ${causes.from} and ${at} <= ${causes.to}`;
}

/** Condition: the transfer of a cause is missing. `alias` has bucket and member. */
function missing(alias: string, day: RawBuilder<unknown>, kinds: readonly string[]): RawBuilder<boolean> {
  const of = sql.raw(alias);
  return sql<boolean>`not exists (
    select 1 from ledger.transfer t where t.bucket = ${of}.bucket and t.member_id = ${of}.member_id and t.day = ${day}
      and t.ref = ${of}.id and t.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}))`;
}

function ofWithdrawals(causes: Causes): RawBuilder<unknown> {
  const day = sql`w.day`;
  const row = (kind: string, at: RawBuilder<unknown>, states: RawBuilder<unknown>) => sql`
    select w.member_id, ${sql.lit(kind)} as kind, w.day, w.id as ref, w.amount as due from payments.withdrawal w
    where ${looked(causes, 'w', at)} and ${states} and ${missing('w', day, [kind])}`;
  const ended = sql`w.ended_at`;
  return sql`
    ${row('hold', sql`w.submitted_at`, sql`true`)}
    union all ${row('post', ended, sql`w.state in ('paid', 'returned')`)}
    union all ${row('release', ended, sql`w.state in ('refused', 'failed')`)}
    union all ${row('bounce', ended, sql`w.state = 'returned'`)}`;
}

function ofPayments(causes: Causes): RawBuilder<unknown> {
  return sql`
    select p.member_id, 'top-up' as kind, p.day, p.id as ref, p.amount as due from payments.payment p
    where ${looked(causes, 'p', sql`p.ended_at`)} and p.state = 'credited'
      and ${missing('p', sql`p.day`, ['top-up', 'correction'])}
    union all select c.member_id, 'correction', c.day, c.id, c.amount from payments.correction c
    where ${looked(causes, 'c', sql`c.at`)} and ${missing('c', sql`c.day`, ['correction'])}`;
}

function ofPurchases(causes: Causes): RawBuilder<unknown> {
  const refunded = sql`(p.refunded_at at time zone 'UTC')::date`;
  return sql`
    select p.member_id, 'purchase' as kind, p.day, p.id as ref, p.price as due from video.purchase p
    where ${looked(causes, 'p', sql`p.at`)} and ${missing('p', sql`p.day`, ['purchase'])}
    union all select p.member_id, 'purchase-refund', ${refunded}, p.id, p.price from video.purchase p
    where ${looked(causes, 'p', sql`p.at`)} and p.refunded_at is not null
      and ${missing('p', refunded, ['purchase-refund'])}`;
}

/** Members of some buckets without the starting credits that the house gives to everyone. */
async function missingGrants(db: Db, [first, last]: Buckets): Promise<RawBuilder<unknown>> {
  const house = await db.selectFrom('house.house').select(['mode', 'starting_credits']).executeTakeFirst();
  const credits = house?.mode === 'play' ? house.starting_credits : 0n;
  return sql`
    select b.member_id, 'grant' as kind, null::date as day, b.member_id as ref, ${credits}::bigint as due
    from ledger.balance b
    where b.bucket between ${first}::smallint and ${last}::smallint and ${credits}::bigint > 0 and b.issue = 0`;
}
