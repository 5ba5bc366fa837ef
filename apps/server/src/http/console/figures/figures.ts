import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import type { TimesTaken } from '../../../db/times-taken.ts';
import { answerTimes } from '../../../desk/answer-times.ts';
import { turnoverUntil } from '../../../draw/settlement/day-turnover.ts';
import { DAY_MS, MINUTE_MS } from '../../../durations.ts';
import { databaseNowMs } from '../../../lottery/catalogue.ts';
import { moneyUntil } from '../../../payments/daily-totals.ts';
import { createFundsReader } from '../../../payments/provider/funds.ts';
import { decisionTimes } from '../../../payments/withdrawals/decision-times.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import type { ConsoleDeps } from '../deps.ts';
import { type Figures, FiguresAnswer, type FiguresPart, SPANS } from './figures-shapes.ts';
import { moneyOf } from './money-figures.ts';
import { answerFunds, exposureOf, partsWith } from './parts.ts';
import { playOf } from './play-figures.ts';

type Deps = Pick<ConsoleDeps, 'db' | 'payments' | 'catalogue'>;

/** Yesterday and the same day last week, in days ago. */
const COMPARED_DAYS = [0, 1, 7];

/**
 * Figures of the house over some days. Reads sums by day that jobs keep, and one day by its indexes, so the cost does
 * not grow with history. It shows no member's data, so it is not an audit event; the lists behind the figures are.
 */
export function figuresRoute(http: Http, { db, payments, catalogue }: Deps): void {
  const readFunds = createFundsReader(payments);
  const readAnswers = storedTimes((from) => answerTimes(db, from));
  const readDecisions = storedTimes((from) => decisionTimes(db, from));
  http.route({
    method: 'GET',
    url: '/api/console/figures',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'], unattended: true, readCost: 5 },
    schema: {
      tags: ['console'],
      summary: 'Figures of the last days: stakes, returns, money, liabilities, exposure, draws and waiting times',
      querystring: z.object({ days: z.enum(SPANS).default('7').describe('Today is one of them') }),
      response: { 200: FiguresAnswer, ...PROBLEMS },
    },
    handler: async (request): Promise<Figures> => {
      const part = partsWith<keyof Figures>(request.log);
      const atMs = await databaseNowMs(db);
      const days = daysUntil(atMs, Number(request.query.days));
      const [from = '', to = ''] = [days[0], days.at(-1)];
      // Query the provider while the database is read.
      const funds = readFunds();
      return {
        ...{ atMs, from, to },
        moments: await part('moments', () => momentsOf(db, atMs)),
        play: await part('play', () => playOf(db, catalogue(), days, atMs)),
        money: await part('money', () => moneyOf(db, days)),
        exposure: await part('exposure', () => exposureOf(db, catalogue(), atMs)),
        answers: await part('answers', () => readAnswers(from, atMs)),
        decisions: await part('decisions', () => readDecisions(from, atMs)),
        funds: answerFunds(await funds),
      };
    },
  });
}

/** Stores the result of each span for a minute. Concurrent callers share one query. */
function storedTimes(read: (from: string) => Promise<TimesTaken>) {
  const stored = new Map<string, { times: Promise<TimesTaken>; untilMs: number }>();
  return (from: string, atMs: number): Promise<TimesTaken> => {
    const found = stored.get(from);
    if (found !== undefined && atMs < found.untilMs) return found.times;
    for (const [key, { untilMs }] of stored) if (atMs >= untilMs) stored.delete(key);
    const times = read(from);
    stored.set(from, { times, untilMs: atMs + MINUTE_MS });
    // A failure is not kept.
    times.catch(() => stored.delete(from));
    return times;
  };
}

function daysUntil(atMs: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => dayOf(atMs - (count - 1 - index) * DAY_MS));
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

async function momentsOf(db: Db, atMs: number): Promise<FiguresPart<'moments'>> {
  const moments: FiguresPart<'moments'> = [];
  for (const ago of COMPARED_DAYS) {
    const untilMs = atMs - ago * DAY_MS;
    const day = dayOf(untilMs);
    const { draws, slips, staked, won } = await turnoverUntil(db, day, new Date(untilMs));
    const money = await moneyUntil(db, day, new Date(untilMs));
    moments.push({
      ...{ day, untilMs, draws, slips, stakedMinor: String(staked), wonMinor: String(won) },
      in: { count: money.inCount, amountMinor: String(money.in) },
      out: { count: money.outCount, amountMinor: String(money.out) },
    });
  }
  return moments;
}
