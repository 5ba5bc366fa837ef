import { z } from 'zod';
import type { Db } from '../../db/pool.ts';
import { drawHealth, openExposure, turnoverOfDays } from '../../draw/figures.ts';
import { readLiabilities } from '../../ledger/liabilities/read.ts';
import { type Catalogue, databaseNowMs } from '../../lottery/catalogue.ts';
import { joinedOfDays } from '../../members/figures.ts';
import { moneyOfDays, openWithdrawals } from '../../payments/figures.ts';
import type { Http } from '../http.ts';
import { PROBLEMS } from '../member/forms.ts';
import { Minor } from '../member/shapes.ts';
import { QueuesAnswer, queuesFor } from './queues.ts';
import { staffOf } from './staff-caller.ts';

const DAY_MS = 86_400_000;
/** The series goes back so many days, this one included. */
const DAYS = 30;
/** Draws whose promptness counts, of each lottery. */
const HEALTH_DRAWS = 100;

const Path = z.string().describe('The call that lists what it is the sum of');
const Lag = z.object({ middleMs: z.number().int(), slowestMs: z.number().int() }).nullable();
const Money = z.object({ count: z.number().int(), amountMinor: Minor, path: Path });

const DashboardAnswer = z.object({
  atMs: z.number().int(),
  today: z
    .object({
      day: z.string(),
      joined: z.object({ count: z.number().int(), path: Path }),
      stakes: Money.describe('Slips of draws that were drawn and paid today, by the day of their lock'),
      wins: Money.describe('What those draws paid back'),
      in: Money.describe('Payments that were credited'),
      out: Money.describe('Withdrawals that were paid'),
    })
    .describe('In UTC'),
  liabilities: z.object({
    published: z
      .object({ date: z.string(), totalMinor: Minor, members: z.number().int(), path: Path })
      .nullable()
      .describe('What the house owed its members at the last cut, as the book has it'),
    onTheWay: Money.describe('Withdrawals that have not ended; they are part of what is owed'),
    fundsMinor: Minor.nullable().describe('What the payment provider says it holds; null where it does not say'),
  }),
  exposure: z.array(
    z.object({
      lotteryKey: z.string(),
      period: z.number().int(),
      atRiskMinor: Minor.describe('The most that the house may lose in the open period as the bets stand'),
      capMinor: Minor,
      path: Path,
    }),
  ),
  health: z.array(
    z.object({
      lotteryKey: z.string(),
      draws: z.number().int(),
      seal: Lag.describe('From the lock to the seal'),
      beacon: Lag.describe('From the beacon’s time to the draw'),
      settle: Lag.describe('From the draw until everything was paid'),
      path: Path,
    }),
  ),
  queues: QueuesAnswer,
  series: z.array(
    z.object({
      day: z.string(),
      joined: z.number().int(),
      draws: z.number().int(),
      slips: z.number().int(),
      stakedMinor: Minor,
      wonMinor: Minor,
      inMinor: Minor,
      outMinor: Minor,
    }),
  ),
});
z.globalRegistry.add(DashboardAnswer, { id: 'Dashboard' });

export interface DashboardDeps {
  db: Db;
  catalogue(): Catalogue;
}

/**
 * The house at a glance. Sums of small tables and of indexes alone: no posting and no slip is read. It shows nothing of
 * a member and is asked for again and again, so that it is no act; what it leads to is.
 */
export function dashboardRoute(http: Http, { db, catalogue }: DashboardDeps): void {
  http.route({
    method: 'GET',
    url: '/api/console/dashboard',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Today, what is owed, what is at risk, how promptly draws come, what waits, and the last 30 days',
      response: { 200: DashboardAnswer, ...PROBLEMS },
    },
    handler: async (request) => {
      const atMs = await databaseNowMs(db);
      const series = await seriesOf(db, atMs);
      return {
        atMs,
        today: todayOf(series.at(-1)),
        liabilities: await liabilitiesOf(db),
        exposure: await exposureOf(db, catalogue(), atMs),
        health: await healthOf(db, catalogue()),
        queues: await queuesFor(db, staffOf(request).role),
        series: series.map(({ inCount: _in, outCount: _out, ...day }) => day),
      };
    },
  });
}

type SeriesDay = z.infer<typeof DashboardAnswer>['series'][number] & { inCount: number; outCount: number };

async function seriesOf(db: Db, atMs: number): Promise<SeriesDay[]> {
  const days = Array.from({ length: DAYS }, (_, index) => dayOf(atMs - (DAYS - 1 - index) * DAY_MS));
  const from = days[0] ?? '';
  const played = new Map((await turnoverOfDays(db, { from, to: dayOf(atMs) })).map((one) => [one.day, one]));
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

function todayOf(today: SeriesDay | undefined): z.infer<typeof DashboardAnswer>['today'] {
  if (!today) throw new Error('a series without a day');
  const { day, slips } = today;
  const turnover = `/api/console/day-draws?day=${day}`;
  return {
    day,
    joined: { count: today.joined, path: `/api/console/members?joinedFrom=${day}` },
    stakes: { count: slips, amountMinor: today.stakedMinor, path: turnover },
    wins: { count: slips, amountMinor: today.wonMinor, path: turnover },
    in: {
      count: today.inCount,
      amountMinor: today.inMinor,
      path: `/api/console/payments?state=credited&endedFrom=${day}`,
    },
    out: {
      count: today.outCount,
      amountMinor: today.outMinor,
      path: `/api/console/withdrawals?state=paid&endedFrom=${day}`,
    },
  };
}

async function liabilitiesOf(db: Db): Promise<z.infer<typeof DashboardAnswer>['liabilities']> {
  const last = await readLiabilities(db);
  const { count, amount } = await openWithdrawals(db);
  return {
    published: last && {
      date: last.date,
      totalMinor: String(last.totalMinor),
      members: last.members,
      path: '/api/book/liabilities',
    },
    onTheWay: { count, amountMinor: String(amount), path: '/api/console/withdrawals' },
    // No provider says yet what it holds for the house.
    fundsMinor: null,
  };
}

async function exposureOf(db: Db, catalogue: Catalogue, atMs: number) {
  return (await openExposure(db, catalogue, atMs)).map(({ lotteryKey, period, atRisk, cap }) => ({
    ...{ lotteryKey, period },
    atRiskMinor: String(atRisk),
    capMinor: String(cap),
    path: `/api/lotteries/${lotteryKey}`,
  }));
}

async function healthOf(db: Db, { lotteries }: Catalogue) {
  const found: z.infer<typeof DashboardAnswer>['health'] = [];
  for (const lottery of lotteries) {
    const health = await drawHealth(db, lottery, HEALTH_DRAWS);
    found.push({ ...health, path: `/api/lotteries/${lottery.key}/draws` });
  }
  return found;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
