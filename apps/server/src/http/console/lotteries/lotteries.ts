import { openTime } from '@tercet/fair';
import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { currentPeriod, databaseNowMs, type Lottery, loadCatalogue, tableOf } from '../../../lottery/catalogue.ts';
import { closedLotteries } from '../../../lottery/closed-lotteries.ts';
import type { HouseTable } from '../../../lottery/tables.ts';
import type { Http } from '../../http.ts';
import { answerTable } from '../../shared/answers.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { TableAnswer } from '../../shared/shapes.ts';
import { staffOf } from '../staff-caller.ts';
import { LotteryTexts } from './show-lottery.ts';

/** Least time between a confirmed change and its first period (`lottery.retire`). */
const AHEAD_MS = 3_000;

const ConsoleTableAnswer = TableAnswer.extend({
  entrySeq: z.string().describe('Index of its entry in the book'),
  opensAtMs: z.number().int().describe('Opening time of the first period to which it applies'),
});
z.globalRegistry.add(ConsoleTableAnswer, { id: 'ConsoleTable' });

export const ConsoleLotteryAnswer = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  class: z.string(),
  icon: z.string(),
  periodSeconds: z.number().int(),
  hot: z.boolean(),
  position: z.number().int(),
  hidden: z.boolean().describe('True if no list of members shows it'),
  retired: z
    .object({ fromPeriod: z.number().int(), atMs: z.number().int() })
    .nullable()
    .describe('First period without bets, and its opening time; null unless the lottery is retired'),
  closed: z.boolean(),
  nextPeriodAtMs: z
    .number()
    .int()
    .describe('Opening time of the first period to which a change applies that is confirmed now'),
  texts: LotteryTexts,
  table: ConsoleTableAnswer.nullable().describe('Odds table of the current period'),
  coming: z.array(ConsoleTableAnswer).describe('Published tables that are not in force yet'),
});
z.globalRegistry.add(ConsoleLotteryAnswer, { id: 'ConsoleLottery' });

export function listConsoleLotteriesRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/lotteries',
    config: { access: 'staff', roles: ['content', 'finance', 'auditor', 'owner'], readCost: 4 },
    schema: {
      tags: ['console'],
      summary: 'All lotteries with their current and coming odds tables',
      response: { 200: z.object({ items: z.array(ConsoleLotteryAnswer) }), ...PROBLEMS },
    },
    handler: async (request) => {
      const closed = await closedLotteries(db);
      return transaction(db, async (tx) => {
        const nowMs = await databaseNowMs(tx.q);
        const { lotteries } = await loadCatalogue(tx.q);
        const items = lotteries.map((lottery) => answerLottery(lottery, nowMs, closed.has(lottery.id)));
        await record(tx, { staff: staffOf(request), act: 'lotteries-read', why: null, address: request.ip });
        return { items };
      });
    },
  });
}

function answerLottery(lottery: Lottery, nowMs: number, closed: boolean): z.infer<typeof ConsoleLotteryAnswer> {
  const current = currentPeriod(lottery, nowMs);
  const table = tableOf(lottery, current);
  const { key, name, description, icon, periodSeconds, hot, position, texts, retiredFrom } = lottery;
  return {
    ...{ key, name, description, icon, periodSeconds, hot, position, closed, texts },
    class: lottery.classKey,
    nextPeriodAtMs: openTime(currentPeriod(lottery, nowMs + AHEAD_MS) + 1, periodSeconds) * 1_000,
    hidden: lottery.hidden,
    retired:
      retiredFrom === null ? null : { fromPeriod: retiredFrom, atMs: openTime(retiredFrom, periodSeconds) * 1_000 },
    table: table && answerConsoleTable(table),
    coming: lottery.tables.filter(({ firstPeriod }) => firstPeriod > current).map(answerConsoleTable),
  };
}

export function answerConsoleTable(table: HouseTable): z.infer<typeof ConsoleTableAnswer> {
  const opensAtMs = openTime(table.firstPeriod, Number(table.entry.period_seconds)) * 1_000;
  return { ...answerTable(table), entrySeq: String(table.entrySeq), opensAtMs };
}
