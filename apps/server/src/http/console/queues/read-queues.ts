import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import { QUEUE_COUNT_MAX } from '../../../db/queue.ts';
import { QUEUES, queuesOf } from '../../../decisions/work-queues.ts';
import { databaseNowMs } from '../../../lottery/catalogue.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';
import { staffOf } from '../staff-caller.ts';

const QueueAnswer = z.object({
  queue: z.enum(QUEUES),
  count: z.number().int().max(QUEUE_COUNT_MAX).describe(`${QUEUE_COUNT_MAX} stands for that many or more`),
  oldestAtMs: z.number().int().nullable().describe('Time of the oldest; null if unknown'),
  newestAtMs: z.number().int().nullable().describe('Time of the newest of the counted ones; null if unknown'),
  dueAtMs: z.number().int().nullable().describe('Earliest deadline; null if there is none'),
  path: z.string().describe('Endpoint that lists them'),
  partOf: z.enum(QUEUES).nullable().describe('Queue that contains the same items, all or some; null if no other does'),
  alone: z
    .number()
    .int()
    .max(QUEUE_COUNT_MAX)
    .describe('Of these items, those that wait for the caller and that the queue of `partOf` lacks'),
});
z.globalRegistry.add(QueueAnswer, { id: 'WorkQueue' });

/** Length and age of the work queues. The route shows no member's data and is polled, so it is not an audit event. */
export function readQueuesRoute(http: Http, { db }: { db: Db }): void {
  http.route({
    method: 'GET',
    url: '/api/console/queues',
    config: {
      access: 'staff',
      roles: ['support', 'content', 'finance', 'auditor', 'owner'],
      unattended: true,
      readCost: 2,
    },
    schema: {
      tags: ['console'],
      summary: 'Queues of the caller’s work: length, oldest entry, and next deadline',
      response: { 200: z.object({ items: z.array(QueueAnswer), atMs: z.number().int() }), ...PROBLEMS },
    },
    handler: async (request) => {
      const queues = await queuesOf(db, staffOf(request));
      return {
        atMs: await databaseNowMs(db),
        items: queues.map(({ oldestAt, newestAt, dueAt, ...queue }) => ({
          ...queue,
          oldestAtMs: oldestAt?.getTime() ?? null,
          newestAtMs: newestAt?.getTime() ?? null,
          dueAtMs: dueAt?.getTime() ?? null,
        })),
      };
    },
  });
}
