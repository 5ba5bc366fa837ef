import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { DAY_MS } from '../../durations.ts';
import { type Catalogue, currentPeriod, type Lottery } from '../../lottery/catalogue.ts';
import { LATE_AFTER_MS } from '../period-state.ts';
import { periodOf } from '../periods.ts';

/** Draws of a lottery that did not come, or not in time. */
export interface DrawMisses {
  /** Void draws of some days that were not undone. */
  voids: number;
  /** Draws that are due now, neither drawn nor void. */
  overdue: number;
}

/** Days in UTC, both inclusive, by the lock. */
interface Span {
  from: string;
  to: string;
}

/** Void draws in a span of days and overdue ones now, by lottery id. Reads ranges of keys, and the queue. */
export async function drawMisses(
  db: Db,
  { lotteries }: Catalogue,
  span: Span,
  nowMs: number,
): Promise<Map<number, DrawMisses>> {
  const ranges = lotteries.map((lottery) => periodsOf(lottery, span));
  const { rows } = await sql<{ id: number; voids: bigint; last: bigint; undrawn: bigint[] }>`
    select l.id,
      (select count(*) from draw.void v where v.lottery_id = l.id and v.period between l.first and l.last
        and not exists (select from draw.override o where o.lottery_id = v.lottery_id and o.period = v.period)) as voids,
      greatest(
        (select period from draw.seal where lottery_id = l.id order by period desc limit 1),
        (select period from draw.void where lottery_id = l.id order by period desc limit 1), -1) as last,
      array(
        select q.period from draw.settlement_queue q where q.lottery_id = l.id
        and not exists (select from draw.draw d where d.lottery_id = q.lottery_id and d.period = q.period)
        and not exists (select from draw.void v where v.lottery_id = q.lottery_id and v.period = q.period
          and not exists (select from draw.override o where o.lottery_id = v.lottery_id and o.period = v.period))
      ) as undrawn
    from unnest(${lotteries.map(({ id }) => id)}::smallint[], ${ranges.map(([first]) => first)}::bigint[],
      ${ranges.map(([, last]) => last)}::bigint[]) as l (id, first, last)`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    lotteries.map((lottery) => {
      const row = found.get(lottery.id);
      const waiting = [...(row?.undrawn ?? []).map(Number), ...unsealed(lottery, Number(row?.last ?? -1n), nowMs)];
      return [lottery.id, { voids: Number(row?.voids ?? 0n), overdue: waiting.filter(isDue(lottery, nowMs)).length }];
    }),
  );
}

/** First and last period that lock on the days. */
function periodsOf({ periodSeconds }: Lottery, { from, to }: Span): [first: number, last: number] {
  const periodMs = periodSeconds * 1_000;
  return [Math.ceil(Date.parse(from) / periodMs) - 1, Math.ceil((Date.parse(to) + DAY_MS) / periodMs) - 2];
}

/** Most locked periods without a seal that are looked at. */
const UNSEALED_MAX = 100_000;

function unsealed(lottery: Lottery, last: number, nowMs: number): number[] {
  const first = Math.max(lottery.tables[0]?.firstPeriod ?? Number.POSITIVE_INFINITY, last + 1);
  const count = Math.max(0, Math.min(UNSEALED_MAX, currentPeriod(lottery, nowMs) - first));
  return Array.from({ length: count }, (_, index) => first + index);
}

function isDue(lottery: Lottery, nowMs: number): (period: number) => boolean {
  return (period) => periodOf(lottery, period).draws * 1_000 + LATE_AFTER_MS < nowMs;
}
