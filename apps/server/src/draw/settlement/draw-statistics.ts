import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Catalogue, currentPeriod, type Lottery, scheduleOf, tableOf } from '../../lottery/catalogue.ts';

/** Stakes and payments of one period of a day. */
export interface PeriodTurnover {
  lotteryKey: string;
  period: number;
  slips: number;
  staked: bigint;
  won: bigint;
}

export interface TurnoverPage {
  items: PeriodTurnover[];
  nextCursor: string | null;
  total: number;
}

/** Cursor: lottery and period of a page's last row. */
export const TURNOVER_CURSOR = /^(\d{1,5})~(\d{1,15})$/;

/** Periods of a day that have bets. */
export async function periodsOfDay(
  q: Db | Tx['q'],
  { day, cursor, limit }: { day: string; cursor?: string; limit: number },
): Promise<TurnoverPage> {
  const [, lottery, period] = TURNOVER_CURSOR.exec(cursor ?? '') ?? [];
  const after =
    lottery === undefined ? sql`` : sql`and (t.lottery_id, t.period) > (${lottery}::smallint, ${period}::bigint)`;
  const { rows } = await sql<{ id: number; key: string; period: bigint; slips: bigint; staked: bigint; won: bigint }>`
    select l.id, l.key, t.period, t.slips, t.staked, t.won
    from draw.turnover t join lottery.lottery l on l.id = t.lottery_id
    where t.day = ${day}::date and t.slips > 0 ${after} order by t.lottery_id, t.period limit ${limit + 1}`.execute(q);
  const { rows: counts } = await sql<{ n: bigint }>`
    select count(*) as n from draw.turnover t where t.day = ${day}::date and t.slips > 0`.execute(q);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(({ id: _, key, ...row }) => ({
      ...row,
      lotteryKey: key,
      period: Number(row.period),
      slips: Number(row.slips),
    })),
    nextCursor: rows.length > limit && last ? `${last.id}~${last.period}` : null,
    total: Number(counts[0]?.n ?? 0),
  };
}

/** Current exposure of the open period, and its limit. */
export interface Exposure {
  lotteryKey: string;
  period: number;
  atRisk: bigint;
  cap: bigint;
}

/** Reads only the gates: one row per bucket. */
export async function openExposure(q: Db | Tx['q'], { lotteries }: Catalogue, nowMs: number): Promise<Exposure[]> {
  const { rows } = await sql<{ lottery_id: number; period: bigint; at_risk: bigint }>`
    select g.lottery_id, g.period, sum(g.at_risk)::bigint as at_risk from lottery.gate g
    group by g.lottery_id, g.period`.execute(q);
  return lotteries.flatMap((lottery) => {
    const period = currentPeriod(lottery, nowMs);
    const table = tableOf(lottery, period);
    const open = rows.find((row) => row.lottery_id === lottery.id && Number(row.period) === period);
    return table ? [{ lotteryKey: lottery.key, period, atRisk: open?.at_risk ?? 0n, cap: table.periodCap }] : [];
  });
}

/** Delays of a lottery's last draws in milliseconds: median and maximum. */
export interface DrawHealth {
  lotteryKey: string;
  draws: number;
  /** Voids in the same range, for lack of a beacon or a timely seal, that were not overridden. */
  voids: number;
  /** From the lock to the seal. */
  seal: Lag | null;
  /** From the beacon round's time to the draw. */
  beacon: Lag | null;
  /** From the draw to the end of all payments. */
  settle: Lag | null;
}

interface Lag {
  middleMs: number;
  slowestMs: number;
}

/** Reads the newest rows of each table by primary key. */
export async function drawHealth(q: Db | Tx['q'], lottery: Lottery, draws: number): Promise<DrawHealth> {
  const { rows } = await sql<{ period: bigint; sealed: Date | null; drawn: Date; paid: Date | null }>`
    select d.period, s.at as sealed, d.at as drawn, p.at as paid
    from (select lottery_id, period, at from draw.draw where lottery_id = ${lottery.id}::smallint
      order by period desc limit ${draws}) d
    left join draw.seal s on s.lottery_id = d.lottery_id and s.period = d.period
    left join draw.settlement_step p on p.lottery_id = d.lottery_id and p.period = d.period and p.step = 'settle' and p.state = 'done'`.execute(
    q,
  );
  const lags = { seal: [] as number[], beacon: [] as number[], settle: [] as number[] };
  for (const { period, sealed, drawn, paid } of rows) {
    const table = tableOf(lottery, Number(period));
    if (!table) continue;
    const schedule = scheduleOf(lottery, table, Number(period));
    if (sealed) lags.seal.push(sealed.getTime() - schedule.locks * 1_000);
    lags.beacon.push(drawn.getTime() - schedule.draws * 1_000);
    if (paid) lags.settle.push(paid.getTime() - drawn.getTime());
  }
  return {
    lotteryKey: lottery.key,
    draws: rows.length,
    voids: await voidsSince(q, lottery, rows.at(-1)?.period ?? 0n),
    seal: lagOf(lags.seal),
    beacon: lagOf(lags.beacon),
    settle: lagOf(lags.settle),
  };
}

async function voidsSince(q: Db | Tx['q'], { id }: Lottery, period: bigint): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from draw.void v where v.lottery_id = ${id}::smallint and v.period >= ${period}
      and not exists (
        select from draw.override o where o.lottery_id = v.lottery_id and o.period = v.period)`.execute(q);
  return Number(rows[0]?.n ?? 0);
}

function lagOf(times: number[]): Lag | null {
  const sorted = times.toSorted((a, b) => a - b);
  const [middleMs, slowestMs] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return middleMs === undefined || slowestMs === undefined ? null : { middleMs, slowestMs };
}
