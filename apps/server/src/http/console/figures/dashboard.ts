import type { Db } from '../../../db/pool.ts';
import { drawHealth } from '../../../draw/settlement/draw-statistics.ts';
import { readLiabilities } from '../../../ledger/liabilities/read.ts';
import { type Catalogue, databaseNowMs } from '../../../lottery/catalogue.ts';
import { openWithdrawals } from '../../../payments/daily-totals.ts';
import { createFundsReader } from '../../../payments/provider/funds.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import type { ConsoleDeps } from '../deps.ts';
import { createSeriesReader, type SeriesDay } from './dashboard-series.ts';
import { type Dashboard, DashboardAnswer, type PartOf } from './dashboard-shapes.ts';
import { answerFunds, exposureOf, partsWith } from './parts.ts';

/** Draws per lottery that count for the health figure. */
const HEALTH_DRAWS = 100;

type Deps = Pick<ConsoleDeps, 'db' | 'payments' | 'catalogue'>;

/**
 * The dashboard. It reads only small tables and indexes, no postings and no slips. It shows no member's data and is
 * polled, so it is not an audit event; the pages behind it are.
 */
export function dashboardRoute(http: Http, { db, payments, catalogue }: Deps): void {
  const readFunds = createFundsReader(payments);
  const readSeries = createSeriesReader(db);
  http.route({
    method: 'GET',
    url: '/api/console/dashboard',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'], unattended: true, readCost: 5 },
    schema: {
      tags: ['console'],
      summary: 'Dashboard: today, liabilities, exposure, draw delays, and the last 30 days',
      response: { 200: DashboardAnswer, ...PROBLEMS },
    },
    handler: async (request): Promise<Dashboard> => {
      const part = partsWith<keyof Dashboard>(request.log);
      const atMs = await databaseNowMs(db);
      // Query the provider while the database is read.
      const funds = readFunds();
      const series = await part('series', () => readSeries(atMs));
      return {
        atMs,
        today: series && todayOf(series.at(-1)),
        liabilities: await part('liabilities', () => liabilitiesOf(db)),
        exposure: await part('exposure', () => exposureOf(db, catalogue(), atMs)),
        health: await part('health', () => healthOf(db, catalogue())),
        series: series?.map(({ inCount: _in, outCount: _out, ...day }) => day) ?? null,
        funds: answerFunds(await funds),
      };
    },
  });
}

function todayOf(today: SeriesDay | undefined): PartOf<'today'> {
  if (!today) throw new Error('the series of the dashboard has no day');
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

async function liabilitiesOf(db: Db): Promise<PartOf<'liabilities'>> {
  const last = await readLiabilities(db);
  const { count, amount } = await openWithdrawals(db);
  return {
    published: last && {
      date: last.date,
      totalMinor: String(last.totalMinor),
      members: last.members,
      path: '/api/book/liabilities',
    },
    onTheWay: { count, amountMinor: String(amount), path: '/api/console/withdrawals?state=open' },
  };
}

async function healthOf(db: Db, { lotteries }: Catalogue): Promise<PartOf<'health'>> {
  const found: PartOf<'health'> = [];
  for (const lottery of lotteries) {
    const health = await drawHealth(db, lottery, HEALTH_DRAWS);
    found.push({ ...health, path: `/api/lotteries/${lottery.key}/draws` });
  }
  return found;
}
