import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { periodsOfDay, TURNOVER_CURSOR } from '../../../draw/settlement/draw-statistics.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Minor, page, pageQuery } from '../../shared/shapes.ts';
import { Day } from '../../shared/statement-query.ts';

const Line = z.object({
  lotteryKey: z.string(),
  period: z.number().int(),
  slips: z.number().int(),
  stakedMinor: Minor,
  wonMinor: Minor,
});

export function dayDrawsRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/day-draws',
    config: { access: 'staff', roles: ['finance', 'auditor', 'owner'], readCost: 3 },
    schema: {
      tags: ['console'],
      summary: 'Stakes and payouts of each draw of a day, without member data',
      querystring: pageQuery(TURNOVER_CURSOR).extend({ day: Day }),
      response: { 200: page(Line), ...PROBLEMS },
    },
    handler: async (request) => {
      const { limit, cursor, day } = request.query;
      const found = await periodsOfDay(db, { day, limit, ...(cursor === undefined ? {} : { cursor }) });
      const items = found.items.map(({ staked, won, ...same }) => ({
        ...same,
        stakedMinor: String(staked),
        wonMinor: String(won),
      }));
      return { ...found, items };
    },
  });
}
