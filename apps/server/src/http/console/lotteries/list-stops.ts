import { z } from 'zod';
import { record } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { transaction } from '../../../db/transaction.ts';
import { earliestStopMs } from '../../../draw/tables/stop-betting.ts';
import { databaseNowMs, loadCatalogue } from '../../../lottery/catalogue.ts';
import { isEnd, listStops, presentStop } from '../../../lottery/stops.ts';
import type { Http } from '../../http.ts';
import { answerStop } from '../../shared/answers.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { StopAnswer } from '../../shared/shapes.ts';
import { staffOf } from '../staff-caller.ts';

const ListedStopAnswer = StopAnswer.extend({
  isEnd: z.boolean().describe('True for the end of an earlier stop'),
  present: z.boolean().describe('True for a stop in force or announced'),
  atMs: z.number().int().describe('When it was written'),
});
z.globalRegistry.add(ListedStopAnswer, { id: 'ListedStop' });

const Stoppable = z.object({
  what: z.string().describe('`betting`, or `table/KEY`'),
  name: z.string().nullable().describe('Name of the lottery; null for all lotteries'),
  stop: StopAnswer.nullable().describe('Its stop in force or announced'),
  earliestMs: z.number().int().describe('When a stop would begin that was confirmed now'),
});
z.globalRegistry.add(Stoppable, { id: 'Stoppable' });

export function listStopsRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/stops',
    config: { access: 'staff', roles: ['support', 'content', 'finance', 'auditor', 'owner'], readCost: 4 },
    schema: {
      tags: ['console'],
      summary: 'Stops of betting, newest first, 200 at most, and what can be stopped',
      response: { 200: z.object({ items: z.array(ListedStopAnswer), stoppable: z.array(Stoppable) }), ...PROBLEMS },
    },
    handler: (request) =>
      transaction(db, async (tx) => {
        const catalogue = await loadCatalogue(tx.q);
        const nowMs = await databaseNowMs(tx.q);
        const stops = await listStops(tx.q);
        const keyOf = (id: number | null) => (id === null ? null : (catalogue.byId.get(id)?.key ?? null));
        const items = stops.map((stop) => ({
          ...answerStop(stop, keyOf(stop.lotteryId)),
          isEnd: isEnd(stop),
          present: presentStop(catalogue.stops, stop.lotteryId, nowMs)?.entrySeq === stop.entrySeq,
          atMs: stop.atMs,
        }));
        const lotteries = catalogue.lotteries.filter(({ tables }) => tables.length > 0);
        const stoppable = [null, ...lotteries].map((lottery) => {
          const stop = presentStop(catalogue.stops, lottery?.id ?? null, nowMs);
          return {
            what: lottery === null ? 'betting' : `table/${lottery.key}`,
            name: lottery?.name ?? null,
            stop: stop && answerStop(stop, lottery?.key ?? null),
            earliestMs: earliestStopMs(catalogue, lottery?.id ?? null, nowMs),
          };
        });
        await record(tx, { staff: staffOf(request), act: 'stops-read', why: null, address: request.ip });
        return { items, stoppable };
      }),
  });
}
