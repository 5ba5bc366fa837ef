import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { AGES } from '../../../video/age-ratings.ts';
import { readVideoTerms } from '../../../video/terms.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { Minor } from '../../shared/shapes.ts';

export function houseFilmsRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/house/films',
    config: { access: 'public' },
    schema: {
      tags: ['house'],
      summary: 'Default terms of films',
      response: {
        200: z.object({
          balanceMinor: Minor.nullable().describe('Balance required, not charged; null: none'),
          startMs: z.number().int().describe('Start of films longer than a minute, in ms'),
          ages: z
            .array(z.number().int())
            .describe('Minimum ages that a title may have. The library has nothing for adults only'),
          sinceMs: z
            .number()
            .int()
            .nullable()
            .describe('Time since which this state applies; null: from the beginning'),
        }),
        ...PROBLEMS,
      },
    },
    handler: async () => {
      const { balance, startMs, version, atMs } = await readVideoTerms(db);
      return {
        balanceMinor: balance === null ? null : String(balance),
        startMs,
        ages: [...AGES],
        sinceMs: version === 0 ? null : atMs,
      };
    },
  });
}
