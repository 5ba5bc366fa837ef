import type { Db } from '../../../db/pool.ts';
import { turnoverOfDays } from '../../../draw/settlement/day-turnover.ts';
import { DAY_MS } from '../../../durations.ts';
import { joinedOfDays } from '../../../members/registrations-by-day.ts';
import { moneyOfDays } from '../../../payments/daily-totals.ts';
import type { PartOf } from './dashboard-shapes.ts';

export type SeriesDay = PartOf<'series'>[number] & { inCount: number; outCount: number };

/** Length of the series in days, including today. */
const DAYS = 30;
/** Cache time of past days, which change only by late draws and late payments. */
const KEPT_MS = 300_000;

interface CachedSeries {
  today: string;
  atMs: number;
  days: SeriesDay[];
}

/**
 * Returns a reader of the last days' figures, oldest first. Today's figures are read each time, past days at most
 * every five minutes. The dashboard is polled, and a month of a large house is expensive to read.
 */
export function createSeriesReader(db: Db): (atMs: number) => Promise<SeriesDay[]> {
  let stored: CachedSeries | undefined;
  return async (atMs) => {
    const today = dayOf(atMs);
    const isOld = !stored || stored.today !== today || atMs < stored.atMs || atMs > stored.atMs + KEPT_MS;
    const past = stored && !isOld ? stored.days : await readDays(db, daysBefore(atMs));
    if (isOld) stored = { today, atMs, days: past };
    return [...past, ...(await readDays(db, [today]))];
  };
}

function daysBefore(atMs: number): string[] {
  return Array.from({ length: DAYS - 1 }, (_, index) => dayOf(atMs - (DAYS - 1 - index) * DAY_MS));
}

async function readDays(db: Db, days: readonly string[]): Promise<SeriesDay[]> {
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const played = new Map((await turnoverOfDays(db, { from, to })).map((one) => [one.day, one]));
  const moved = new Map((await moneyOfDays(db, from)).map((one) => [one.day, one]));
  const joined = new Map((await joinedOfDays(db, from)).map((one) => [one.day, one.joined]));
  return days.map((day) => ({
    day,
    joined: joined.get(day) ?? 0,
    draws: played.get(day)?.draws ?? 0,
    slips: played.get(day)?.slips ?? 0,
    stakedMinor: String(played.get(day)?.staked ?? 0n),
    wonMinor: String(played.get(day)?.won ?? 0n),
    inMinor: String(moved.get(day)?.in ?? 0n),
    outMinor: String(moved.get(day)?.out ?? 0n),
    inCount: moved.get(day)?.inCount ?? 0,
    outCount: moved.get(day)?.outCount ?? 0,
  }));
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
