import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { currentPeriod, type Lottery } from '../../lottery/catalogue.ts';
import { type Period, periodOf } from '../periods.ts';

/** State of one lottery's draws, for monitoring. Durations are in seconds. */
export interface DrawWatch {
  lotteryKey: string;
  /** Locked periods that are neither sealed nor void. One is normal for a moment after each lock. */
  unsealed: number;
  /** Time since the lock of the oldest of them. 0 without any. */
  unsealedSeconds: number;
  /**
   * Time between the newest seal's tree head and its deadline. For a table with witnesses, their cosignatures count
   * instead. Below 0: too late. A seal that is still waiting is skipped for the one before. Null before the first
   * seal.
   */
  sealMarginSeconds: number | null;
  /** Periods that are sealed or void and not fully paid. */
  unpaid: number;
  /** Time since the oldest of them should have been drawn. 0 if none is due. */
  undrawnSeconds: number;
  /** Void draws of the last day by reason. */
  voids: Record<string, number>;
}

const DAY_SECONDS = 86_400;

interface Seal {
  period: number;
  entry_seq: number;
  /** Time of the house's tree head that covers it (milliseconds, rounded up). Null without one. */
  covered_ms: number | null;
}

interface Row {
  /** Newest first. */
  seals: Seal[] | null;
  last_void: bigint | null;
  unpaid: bigint;
  oldest_unpaid: bigint | null;
  voids: Record<string, number> | null;
}

/** Uses only indexes: the newest rows of a lottery and the settlement queue. */
export async function watchDraws(db: Db, lottery: Lottery, nowMs: number): Promise<DrawWatch | null> {
  const first = lottery.tables[0]?.firstPeriod;
  if (first === undefined) return null;
  const current = currentPeriod(lottery, nowMs);
  const dayAgo = current - Math.ceil(DAY_SECONDS / lottery.periodSeconds);
  const { rows } = await sql<Row>`
    with seal as (
      select s.period, s.entry_seq from draw.seal s where s.lottery_id = ${lottery.id}::smallint
      order by s.period desc limit 2
    )
    select
      (select jsonb_agg(jsonb_build_object('period', s.period, 'entry_seq', s.entry_seq, 'covered_ms', (
        select ceil(extract(epoch from c.at) * 1000) from book.tree_head c where c.size > s.entry_seq
        order by c.size limit 1)) order by s.period desc) from seal s) as seals,
      (select max(v.period) from draw.void v where v.lottery_id = ${lottery.id}::smallint) as last_void,
      (select count(*) from draw.settlement_queue t where t.lottery_id = ${lottery.id}::smallint) as unpaid,
      (select min(t.period) from draw.settlement_queue t where t.lottery_id = ${lottery.id}::smallint) as oldest_unpaid,
      (select jsonb_object_agg(v.reason, v.n) from (
        select v.reason, count(*) as n from draw.void v
        where v.lottery_id = ${lottery.id}::smallint and v.period >= ${dayAgo}::bigint group by v.reason) v) as voids`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return null;
  const seals = row.seals ?? [];
  const next = Math.max(first, (seals[0]?.period ?? -1) + 1, Number(row.last_void ?? -1n) + 1);
  const since = (ms: number): number => Math.max(0, (nowMs - ms) / 1_000);
  return {
    lotteryKey: lottery.key,
    unsealed: Math.max(0, current - next),
    unsealedSeconds: next < current ? since(periodOf(lottery, next).locks * 1_000) : 0,
    sealMarginSeconds: await sealMarginOf(db, lottery, seals, nowMs),
    unpaid: Number(row.unpaid),
    undrawnSeconds: row.oldest_unpaid === null ? 0 : since(periodOf(lottery, Number(row.oldest_unpaid)).draws * 1_000),
    voids: row.voids ?? {},
  };
}

/**
 * Margin of the newest seal, or of the one before while the newest waits for witnesses. An intermittent value could
 * not trigger an alert.
 */
async function sealMarginOf(db: Db, lottery: Lottery, seals: readonly Seal[], nowMs: number): Promise<number | null> {
  for (const seal of seals) {
    const period = periodOf(lottery, seal.period);
    const countedMs = period.table.policy ? await metAtMs(db, period.table.policy, period, seal) : seal.covered_ms;
    // A late seal is late by at least the time that has passed since its deadline.
    if (countedMs !== null || nowMs > period.sealByMs) return (period.sealByMs - (countedMs ?? nowMs)) / 1_000;
  }
  return null;
}

/**
 * When witnesses saw the seal by their clocks (milliseconds), as in `isInTime`. Null if they have not. A time before
 * the lock makes the period void and is returned as it is.
 */
async function metAtMs(db: Db, policy: Buffer, { locks }: Period, seal: Seal): Promise<number | null> {
  const row = await db
    .selectFrom('book.quorum_met')
    .select('at')
    .where('policy', '=', policy)
    .where('size', '>', BigInt(seal.entry_seq))
    .where('at', '>=', new Date(locks * 1_000))
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return row ? row.at.getTime() : null;
}
