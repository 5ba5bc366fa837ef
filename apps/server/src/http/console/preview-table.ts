import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { loadCatalogue } from '../../lottery/catalogue.ts';
import type { HouseTable } from '../../lottery/tables.ts';
import { Refusal } from '../../refusal.ts';
import type { Http } from '../http.ts';
import { PROBLEMS } from '../member/forms.ts';
import { answerPreview, OddsBody, PreviewAnswer, previewOf } from './odds-shapes.ts';
import { LotteryKeyParams } from './show-lottery.ts';

/** A sum, and nothing else: it reads no member and leaves nothing behind, so that it is no act. */
export function previewTableRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'POST',
    url: '/api/console/lotteries/:key/preview',
    config: { access: 'staff', roles: ['finance', 'owner'] },
    schema: {
      tags: ['console'],
      summary: 'Chance and return of each bet of a table as exact fractions, and whether it could be published',
      params: LotteryKeyParams,
      body: OddsBody,
      response: { 200: PreviewAnswer, ...PROBLEMS },
    },
    handler: async (request) => answerPreview(previewOf(await newestTable(db, request.params.key), request.body)),
  });
}

/** The table of a lottery that comes last, in force or not yet. Throws `not-found`. */
export async function newestTable(q: Db | Tx['q'], key: string): Promise<HouseTable> {
  const newest = (await loadCatalogue(q)).byKey.get(key)?.tables.at(-1);
  if (!newest) throw new Refusal('not-found');
  return newest;
}
