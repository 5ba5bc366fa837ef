import { sql } from 'kysely';
import { entryAt, type LoggedEntry } from '../../book/book.ts';
import { pageOf } from '../../db/keyset.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { databaseNowMs, type Lottery, scheduleOf, tableOf } from '../../lottery/catalogue.ts';
import type { HouseTable } from '../../lottery/tables.ts';
import { type PeriodState, stateOf } from '../period-state.ts';
import { countWithBets } from '../seal/voids-with-bets.ts';

/** Public record of a period after its lock. Hashes are hex. */
export interface DrawRecord {
  drawId: string;
  period: number;
  round: number;
  state: PeriodState;
  dice: number[] | null;
  sum: number | null;
  root: string | null;
  slipCount: number | null;
  sealedAtMs: number | null;
  drawnAtMs: number | null;
  houseRun: boolean;
}

interface DrawRow {
  period: bigint;
  root: Buffer | null;
  slip_count: bigint | null;
  sealed_at: Date | null;
  seal_seq: bigint | null;
  void_seq: bigint | null;
  overridden: boolean;
  draw_seq: bigint | null;
  dice: number[] | null;
  total: number | null;
  signature: Buffer | null;
  drawn_at: Date | null;
  settled: boolean;
  returned: boolean;
}

/** Rows of seal, void, draw and payment of one lottery, joined by period. `p` is the period. */
const ROWS = sql`
  select p.period, s.root, s.slip_count, s.at as sealed_at, s.entry_seq as seal_seq, v.entry_seq as void_seq,
    exists (select 1 from draw.override o where o.lottery_id = p.lottery_id and o.period = p.period) as overridden,
    d.entry_seq as draw_seq, d.dice, d.total, d.signature, d.at as drawn_at,
    exists (select 1 from draw.settlement_step x where x.lottery_id = p.lottery_id and x.period = p.period
      and x.state = 'done' and x.step = 'settle') as settled,
    exists (select 1 from draw.settlement_step x where x.lottery_id = p.lottery_id and x.period = p.period
      and x.state = 'done' and x.step = 'return') as returned
  from p
  left join draw.seal s on s.lottery_id = p.lottery_id and s.period = p.period
  left join draw.void v on v.lottery_id = p.lottery_id and v.period = p.period
  left join draw.draw d on d.lottery_id = p.lottery_id and d.period = p.period`;

export interface DrawPage {
  items: DrawRecord[];
  nextCursor: string | null;
  total: number;
}

/** Sealed and void periods, newest first. `before` is a period (exclusive). */
export async function listDraws(
  db: Db,
  lottery: Lottery,
  query: { before?: number; limit: number },
): Promise<DrawPage> {
  const before = query.before ?? Number.MAX_SAFE_INTEGER;
  const { rows } = await sql<DrawRow>`
    with p as (
      (select lottery_id, period from draw.seal
        where lottery_id = ${lottery.id}::smallint and period < ${before}::bigint order by period desc limit ${query.limit + 1})
      union
      (select lottery_id, period from draw.void
        where lottery_id = ${lottery.id}::smallint and period < ${before}::bigint order by period desc limit ${query.limit + 1})
    ) ${ROWS} order by p.period desc limit ${query.limit + 1}`.execute(db);
  // Periods are never skipped, so the last one tells how many there are. The cost does not grow with the house's age.
  const { rows: lasts } = await sql<{ period: bigint | null }>`
    select greatest((select max(s.period) from draw.seal s where s.lottery_id = ${lottery.id}::smallint),
      (select max(v.period) from draw.void v where v.lottery_id = ${lottery.id}::smallint)) as period`.execute(db);
  const nowMs = await databaseNowMs(db);
  const { page, nextCursor } = pageOf(rows, query.limit, (last) => String(last.period));
  const items = page.map((row) => recordOf(lottery, row, nowMs));
  return {
    items,
    nextCursor,
    total: lasts[0]?.period == null ? 0 : Number(lasts[0].period) + 1 - (lottery.tables[0]?.firstPeriod ?? 0),
  };
}

/** The newest draw with dice of each lottery. */
export async function lastDraws(db: Db, lotteries: readonly Lottery[]): Promise<Map<number, DrawRecord>> {
  const found = new Map<number, DrawRecord>();
  const nowMs = await databaseNowMs(db);
  for (const lottery of lotteries) {
    const { rows } = await sql<DrawRow>`
      with p as (select lottery_id, period from draw.draw
        where lottery_id = ${lottery.id}::smallint order by period desc limit 1) ${ROWS}`.execute(db);
    if (rows[0]) found.set(lottery.id, recordOf(lottery, rows[0], nowMs));
  }
  return found;
}

/** One draw, also of a period that is open or waits for its draw; null before its time or without a table. */
export async function findDrawRecord(q: Db | Tx['q'], lottery: Lottery, period: number): Promise<DrawRecord | null> {
  if (!tableOf(lottery, period)) return null;
  const { rows } = await sql<DrawRow>`
    with p as (select ${lottery.id}::smallint as lottery_id, ${period}::bigint as period) ${ROWS}`.execute(q);
  const found = rows[0] === undefined ? null : recordOf(lottery, rows[0], await databaseNowMs(q));
  return found?.state === 'upcoming' ? null : found;
}

/** Data for verifying one draw. */
export interface DrawEvidence {
  record: DrawRecord;
  lottery: Lottery;
  table: HouseTable;
  locksAtMs: number;
  drawsAtMs: number;
  signature: string | null;
  tableEntry: LoggedEntry | null;
  sealEntry: LoggedEntry | null;
  drawEntry: LoggedEntry | null;
  voidEntry: LoggedEntry | null;
}

export async function readDraw(db: Db, lottery: Lottery, period: number): Promise<DrawEvidence | null> {
  const table = tableOf(lottery, period);
  if (!table) return null;
  const { rows } = await sql<DrawRow>`
    with p as (select ${lottery.id}::smallint as lottery_id, ${period}::bigint as period) ${ROWS}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const schedule = scheduleOf(lottery, table, period);
  const entry = (seq: bigint | null) => (seq === null ? null : entryAt(db, seq));
  return {
    record: recordOf(lottery, row, await databaseNowMs(db)),
    lottery,
    table,
    locksAtMs: schedule.locks * 1_000,
    drawsAtMs: schedule.draws * 1_000,
    signature: row.signature?.toString('hex') ?? null,
    tableEntry: await entry(table.entrySeq),
    sealEntry: await entry(row.seal_seq),
    drawEntry: await entry(row.draw_seq),
    voidEntry: await entry(row.void_seq),
  };
}

function recordOf(lottery: Lottery, row: DrawRow, nowMs: number): DrawRecord {
  const period = Number(row.period);
  const table = tableOf(lottery, period);
  if (!table) throw new Error(`no table in force for ${lottery.key}/${period}`);
  const schedule = scheduleOf(lottery, table, period);
  const times = { opensMs: schedule.opens * 1_000, locksMs: schedule.locks * 1_000, drawsMs: schedule.draws * 1_000 };
  const facts = {
    sealed: row.seal_seq !== null,
    void: row.void_seq !== null && !row.overridden,
    drawn: row.draw_seq !== null,
    settled: row.settled,
    returned: row.returned,
  };
  return {
    drawId: schedule.drawId,
    period,
    round: schedule.round,
    state: stateOf(facts, times, nowMs),
    dice: row.dice,
    sum: row.total,
    root: row.root?.toString('hex') ?? null,
    slipCount: row.slip_count === null ? null : Number(row.slip_count),
    sealedAtMs: row.sealed_at?.getTime() ?? null,
    drawnAtMs: row.drawn_at?.getTime() ?? null,
    houseRun: table.entry.beacon_kind === 'local',
  };
}

/**
 * Draws due and voids with bets in the last 30 days. Draws are counted by the schedule. Overridden voids count, as
 * they do for closing a table.
 */
export async function voidRate(db: Db): Promise<{ days: number; draws: number; voids: number }> {
  const { rows } = await sql<{ draws: bigint }>`
    select coalesce(sum(greatest(l.current - l.since, 0)), 0)::bigint as draws from (${LOTTERIES_LATELY}) l`.execute(
    db,
  );
  const voids = await countWithBets(
    db,
    sql`
      select v.lottery_id, v.period, (to_timestamp((v.period + 1) * l.period_seconds) at time zone 'UTC')::date as day
      from (${LOTTERIES_LATELY}) l join draw.void v on v.lottery_id = l.id and v.period >= l.since`,
  );
  return { days: 30, draws: Number(rows[0]?.draws ?? 0), voids };
}

const LOTTERIES_LATELY = sql`
  select l.id, l.period_seconds, floor(extract(epoch from clock.now()) / l.period_seconds)::bigint as current,
    greatest(min(t.first_period),
      floor(extract(epoch from clock.now() - interval '30 days') / l.period_seconds)::bigint) as since
  from lottery.lottery l join lottery.odds_table t on t.lottery_id = l.id
  group by l.id`;
