import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { currentPeriod, type Lottery } from '../lottery/catalogue.ts';
import { periodOf } from './periods.ts';

/** How the draws of one lottery stand now, in seconds; for whoever watches the club. */
export interface DrawWatch {
  lotteryKey: string;
  /** Periods that are locked and neither sealed nor void. One is normal for a moment after each lock. */
  unsealed: number;
  /** How long the oldest of them has been locked; 0 where there is none. */
  unsealedSeconds: number;
  /** By how much the newest seal was in the book before its last moment; below 0: too late. Null before the first. */
  sealMarginSeconds: number | null;
  /** Periods that are sealed or void and not paid whole. */
  unpaid: number;
  /** How long ago the oldest of them should have been drawn; 0 where none is due. */
  undrawnSeconds: number;
  /** Draws of the last day that are void, by reason. */
  voids: Record<string, number>;
}

const DAY_SECONDS = 86_400;

interface Row {
  last_seal: bigint | null;
  last_void: bigint | null;
  seal_at: Date | null;
  unpaid: bigint;
  oldest_unpaid: bigint | null;
  voids: Record<string, number> | null;
}

/** By indexes alone: the newest rows of a lottery, and what is in hand. */
export async function watchDraws(db: Db, lottery: Lottery, nowMs: number): Promise<DrawWatch | null> {
  const first = lottery.tables[0]?.firstPeriod;
  if (first === undefined) return null;
  const current = currentPeriod(lottery, nowMs);
  const dayAgo = current - Math.ceil(DAY_SECONDS / lottery.periodSeconds);
  const { rows } = await sql<Row>`
    with seal as (
      select s.period, s.entry_seq from draw.seal s where s.lottery_id = ${lottery.id}::smallint
      order by s.period desc limit 1
    )
    select (select period from seal) as last_seal,
      (select max(v.period) from draw.void v where v.lottery_id = ${lottery.id}::smallint) as last_void,
      (select c.at from book.checkpoint c where c.size > (select entry_seq from seal) order by c.size
        limit 1) as seal_at,
      (select count(*) from draw.task t where t.lottery_id = ${lottery.id}::smallint) as unpaid,
      (select min(t.period) from draw.task t where t.lottery_id = ${lottery.id}::smallint) as oldest_unpaid,
      (select jsonb_object_agg(v.reason, v.n) from (
        select v.reason, count(*) as n from draw.void v
        where v.lottery_id = ${lottery.id}::smallint and v.period >= ${dayAgo}::bigint group by v.reason) v) as voids`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return null;
  const next = Math.max(first, Number(row.last_seal ?? -1n) + 1, Number(row.last_void ?? -1n) + 1);
  const since = (ms: number): number => Math.max(0, (nowMs - ms) / 1_000);
  return {
    lotteryKey: lottery.key,
    unsealed: Math.max(0, current - next),
    unsealedSeconds: next < current ? since(periodOf(lottery, next).locks * 1_000) : 0,
    sealMarginSeconds:
      row.last_seal === null || row.seal_at === null
        ? null
        : (periodOf(lottery, Number(row.last_seal)).sealByMs - row.seal_at.getTime()) / 1_000,
    unpaid: Number(row.unpaid),
    undrawnSeconds: row.oldest_unpaid === null ? 0 : since(periodOf(lottery, Number(row.oldest_unpaid)).draws * 1_000),
    voids: row.voids ?? {},
  };
}
