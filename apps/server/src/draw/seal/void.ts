import { sql } from 'kysely';
import { append, lockHead, noteTreeHead } from '../../book/book.ts';
import { isMetWithin } from '../../book/policy.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { databaseNowMs } from '../../lottery/catalogue.ts';
import { dayOf } from '../lock-day.ts';
import type { Period } from '../periods.ts';
import { closeGates } from './gates.ts';

/**
 * Voids every given period of one lottery that has no timely seal once its time is over. Takes many periods at once,
 * because there are thousands after a long downtime. Returns the number of voided periods.
 */
export async function voidUnsealed(db: Db, periods: readonly Period[]): Promise<number> {
  const first = periods[0];
  if (!first) return 0;
  // A slip accepted before the lock may not be committed yet. It must be visible when stakes are refunded.
  await closeGates(
    db,
    periods.reduce((a, b) => (b.period > a.period ? b : a)),
  );
  const voided = await transaction(db, async (tx) => {
    await lockHead(tx);
    const now = await databaseNowMs(tx.q);
    const late = await withoutSealInTime(
      tx,
      periods.filter((period) => now > period.voidFromMs),
    );
    if (late.length > 0) await insertVoids(tx, late);
    return late.length;
  });
  if (voided > 0) await noteTreeHead(db);
  return voided;
}

/** Those of the given periods that are not void and have no timely seal (`isInTime`). */
async function withoutSealInTime(tx: Tx, periods: readonly Period[]): Promise<Period[]> {
  const first = periods[0];
  if (!first) return [];
  const met = isMetWithin(sql`p.policy`, sql`s.entry_seq`, sql`p.locks_at`, sql`p.seal_by`);
  const { rows } = await sql<{ period: bigint }>`
    select p.period
    from unnest(${periods.map((one) => one.period)}::bigint[], ${periods.map((one) => one.table.policy)}::bytea[],
        ${periods.map((one) => new Date(one.locks * 1_000))}::timestamptz[],
        ${periods.map((one) => new Date(one.sealByMs))}::timestamptz[])
      p (period, policy, locks_at, seal_by)
    where not exists (
        select 1 from draw.void v where v.lottery_id = ${first.lottery.id}::smallint and v.period = p.period)
      and not exists (
        select 1 from draw.seal s
        where s.lottery_id = ${first.lottery.id}::smallint and s.period = p.period and case when p.policy is null
          then (select c.at from book.tree_head c where c.size > s.entry_seq order by c.size limit 1) <= p.seal_by
          else ${met} end)`.execute(tx.q);
  const late = new Set(rows.map((row) => Number(row.period)));
  return periods.filter((one) => late.has(one.period));
}

/**
 * Inserts voids and their entries in the book. Periods with bets enter the settlement queue. Periods without bets need
 * no refund and are finished.
 */
async function insertVoids(tx: Tx, periods: readonly Period[]): Promise<void> {
  const entries = await append(
    tx,
    periods.map(({ drawId, table }) => ({
      type: 'void' as const,
      draw_id: drawId,
      reason: 'seal-late',
      table: table.hash,
    })),
  );
  const rows = periods.map((period, index) => {
    const entry = entries[index];
    if (!entry) throw new Error('appending to the book returned no entry');
    const key = { lottery_id: period.lottery.id, period: BigInt(period.period) };
    return { ...key, reason: 'seal-late', entry_seq: entry.seq, at: new Date(entry.atMs) };
  });
  await tx.q.insertInto('draw.void').values(rows).execute();
  const staked = await periodsWithSlips(tx, periods);
  const tasks = rows.filter((row) => staked.has(row.period)).map(({ lottery_id, period }) => ({ lottery_id, period }));
  if (tasks.length > 0) {
    await tx.q
      .insertInto('draw.settlement_queue')
      .values(tasks)
      .onConflict((oc) => oc.doNothing())
      .execute();
  }
  await finishEmpty(
    tx,
    rows.filter((row) => !staked.has(row.period)),
  );
}

async function periodsWithSlips(tx: Tx, periods: readonly Period[]): Promise<Set<bigint>> {
  const { rows } = await sql<{ period: bigint }>`
    select distinct s.period from lottery.slip s
    where s.lottery_id = ${periods[0]?.lottery.id}::smallint
      and s.period = any (${periods.map((one) => one.period)}::bigint[])
      and s.day = any (${[...new Set(periods.map(dayOf))]}::date[])`.execute(tx.q);
  return new Set(rows.map((row) => row.period));
}

async function finishEmpty(tx: Tx, rows: readonly { lottery_id: number; period: bigint; at: Date }[]): Promise<void> {
  const first = rows[0];
  if (!first) return;
  await tx.q
    .insertInto('draw.settlement_step')
    .values(rows.map(({ lottery_id, period, at }) => ({ lottery_id, period, step: 'refund', state: 'done', at })))
    .onConflict((oc) => oc.doNothing())
    .execute();
  // Removes periods that entered the queue with a late seal.
  await tx.q
    .deleteFrom('draw.settlement_queue')
    .where('lottery_id', '=', first.lottery_id)
    .where(
      'period',
      'in',
      rows.map((row) => row.period),
    )
    .execute();
  await sql`select pg_notify('paid', '')`.execute(tx.q);
}
