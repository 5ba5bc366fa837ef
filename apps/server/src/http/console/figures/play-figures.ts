import type { Db } from '../../../db/pool.ts';
import {
  type DayTurnover,
  type DrawTotals,
  turnoverOfDays,
  turnoverOfLotteries,
} from '../../../draw/settlement/day-turnover.ts';
import { drawMisses } from '../../../draw/settlement/draw-misses.ts';
import type { Catalogue } from '../../../lottery/catalogue.ts';
import type { FiguresPart } from './figures-shapes.ts';

/** 99 % of a normal distribution lie within this many standard deviations: its 0.995 quantile. */
const DEVIATIONS = 2.575829;
const OUTCOMES = 216;

type Play = FiguresPart<'play'>;

/** Stakes, returns and health of the draws of some days. Reads one row per day and lottery. */
export async function playOf(db: Db, catalogue: Catalogue, days: readonly string[], nowMs: number): Promise<Play> {
  const span = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const found = new Map((await turnoverOfDays(db, span)).map((day) => [day.day, day]));
  const lotteries = await turnoverOfLotteries(db, span);
  const misses = await drawMisses(db, catalogue, span, nowMs);
  const all = [...misses.values()];
  const rows = catalogue.lotteries.flatMap(({ id, key }): Play['lotteries'] => {
    const totals = lotteries.find(({ lotteryId }) => lotteryId === id);
    const missed = misses.get(id) ?? { voids: 0, overdue: 0 };
    return totals || missed.voids + missed.overdue > 0
      ? [{ lotteryKey: key, ...returnsOf(totals ?? NONE), ...missed }]
      : [];
  });
  return {
    total: returnsOf(sumOf([...found.values()])),
    days: days.map((day) => ({ day, ...returnsOf(found.get(day) ?? NONE) })),
    lotteries: rows,
    voids: all.reduce((sum, { voids }) => sum + voids, 0),
    overdue: all.reduce((sum, { overdue }) => sum + overdue, 0),
  };
}

const NONE: DrawTotals = { draws: 0, late: 0, slips: 0, staked: 0n, won: 0n, dueSum: 0n, dueSpread: 0n };

function sumOf(days: readonly DayTurnover[]): DrawTotals {
  return days.reduce(
    (sum, day) => ({
      draws: sum.draws + day.draws,
      late: sum.late + day.late,
      slips: sum.slips + day.slips,
      staked: sum.staked + day.staked,
      won: sum.won + day.won,
      dueSum: sum.dueSum + day.dueSum,
      dueSpread: sum.dueSpread + day.dueSpread,
    }),
    NONE,
  );
}

/**
 * Realised and published return of some draws, and the band between them: published ± 2.58 standard deviations. The
 * variance is exact: `payoutSpread` computes it for each draw from its bets, and independent draws add up. Only the
 * shape is approximate. By the central limit theorem the sum of many draws is nearly normal; for few it is not.
 */
export function returnsOf({
  staked,
  won,
  dueSum,
  dueSpread,
  ...counts
}: DrawTotals): Omit<Play['days'][number], 'day'> {
  const amounts = { ...counts, stakedMinor: String(staked), wonMinor: String(won) };
  if (staked === 0n) return { ...amounts, rtp: null, published: null, low: null, high: null };
  const stakes = Number(staked);
  const published = Number(dueSum) / OUTCOMES / stakes;
  const reach = (DEVIATIONS * Math.sqrt(Number(dueSpread))) / OUTCOMES / stakes;
  return {
    ...amounts,
    rtp: Number(won) / stakes,
    published,
    low: Math.max(0, published - reach),
    high: published + reach,
  };
}
