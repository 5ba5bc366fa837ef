import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { createUsualFirstAnswer } from '../../../desk/first-answer.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';

const MINUTES_CACHED = 5;

export function answerTimeRoute(http: Http, { db }: { db: Db }): void {
  const usual = createUsualFirstAnswer(db, () => performance.now());
  http.route({
    method: 'GET',
    url: '/api/desk/answer-time',
    config: { access: 'public' },
    schema: {
      tags: ['desk'],
      summary: 'The usual time to the desk’s first answer, measured over the last 30 days',
      response: {
        200: z.object({
          minutes: z.number().int().nullable().describe('Median in minutes; null with fewer than 20 answers'),
        }),
        ...PROBLEMS,
      },
    },
    handler: async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${MINUTES_CACHED * 60}`);
      return { minutes: await usual() };
    },
  });
}
