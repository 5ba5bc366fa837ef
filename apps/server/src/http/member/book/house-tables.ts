import { openTime } from '@tercet/fair';
import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { type Catalogue, currentPeriod, databaseNowMs, type Lottery, tableOf } from '../../../lottery/catalogue.ts';
import { localizedCatalogue } from '../../../lottery/localized-catalogue.ts';
import { changesOf, TABLE_CHANGES } from '../../../lottery/table-changes.ts';
import type { Http } from '../../http.ts';
import { answerTable } from '../../shared/answers.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Hex, TableAnswer } from '../../shared/shapes.ts';

/** Newest changes per lottery; the book has all. */
const CHANGES_MAX = 20;

const ChangeAnswer = z.object({
  seq: z.number().int().describe('Index of the entry in the book'),
  hash: Hex,
  firstPeriod: z.number().int(),
  fromMs: z.number().int().describe('Opening time of that period'),
  changes: z.array(z.enum(TABLE_CHANGES)).describe('Differences from the previous table'),
  rules: z.enum(['before', 'now', 'later']),
});

const HouseTableAnswer = z.object({
  key: z.string(),
  name: z.string(),
  icon: z.string(),
  periodSeconds: z.number().int(),
  table: TableAnswer.describe('Table of the current period, or the first future one'),
  changes: z.array(ChangeAnswer).describe(`Newest first, at most ${CHANGES_MAX}`),
  changesTotal: z.number().int(),
});
z.globalRegistry.add(HouseTableAnswer, { id: 'HouseTable' });

export function houseTablesRoute(http: Http, deps: { db: Db; catalogue(): Catalogue }): void {
  http.route({
    method: 'GET',
    url: '/api/house/tables',
    config: { access: 'public' },
    schema: {
      tags: ['house'],
      summary: 'Odds of each lottery, and every change',
      description: 'A change is in the book before its first period opens.',
      response: { 200: z.object({ items: z.array(HouseTableAnswer) }), ...PROBLEMS },
    },
    handler: async (request, reply) => {
      reply.header('vary', 'accept-language');
      const nowMs = await databaseNowMs(deps.db);
      const { lotteries } = localizedCatalogue(deps.catalogue(), request.headers['accept-language']);
      return { items: lotteries.flatMap((lottery) => answerLottery(lottery, nowMs)) };
    },
  });
}

/** Empty for a lottery without a table. Before the first table applies, it is shown as upcoming. */
function answerLottery(lottery: Lottery, nowMs: number): z.infer<typeof HouseTableAnswer>[] {
  const { key, name, icon, periodSeconds, tables } = lottery;
  const ruling = tableOf(lottery, currentPeriod(lottery, nowMs));
  const shown = ruling ?? tables[0];
  if (shown === undefined) return [];
  const changes = tables.map(
    (table, index): z.infer<typeof ChangeAnswer> => ({
      seq: Number(table.entrySeq),
      hash: table.hash,
      firstPeriod: table.firstPeriod,
      fromMs: openTime(table.firstPeriod, periodSeconds) * 1_000,
      changes: changesOf(table, tables[index - 1] ?? null),
      rules: table === ruling ? 'now' : table.firstPeriod > (ruling?.firstPeriod ?? -1) ? 'later' : 'before',
    }),
  );
  return [
    {
      key,
      name,
      icon,
      periodSeconds,
      table: answerTable(shown),
      changes: changes.toReversed().slice(0, CHANGES_MAX),
      changesTotal: changes.length,
    },
  ];
}
