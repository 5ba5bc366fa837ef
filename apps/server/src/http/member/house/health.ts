import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';
import type { Leaving } from '../../../process/lifecycle.ts';
import type { Http } from '../../http.ts';
import { PROBLEMS } from '../../shared/forms.ts';

const HealthAnswer = z.object({
  live: z.literal(true),
  ready: z.boolean(),
  checks: z.object({ database: z.boolean(), beacon: z.boolean(), draw: z.boolean() }),
});

/**
 * Ready if the database answers, the beacon is followed, a process holds the draw lease, and this process is not
 * shutting down.
 */
export function healthRoute(http: Http, deps: { db: Db; leaving: Leaving }): void {
  http.route({
    method: 'GET',
    url: '/api/health',
    config: { access: 'public', site: 'both' },
    schema: {
      tags: ['house'],
      summary: 'Whether the process is alive and ready',
      response: { 200: HealthAnswer, '4xx': PROBLEMS['4xx'], 503: HealthAnswer },
    },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      const checks = await checkHealth(deps.db);
      const ready = checks.database && checks.beacon && checks.draw && !deps.leaving.begun;
      if (!ready) reply.header('retry-after', '5');
      return reply.code(ready ? 200 : 503).send({ live: true, ready, checks });
    },
  });
}

/** Health of each part that bets depend on; all false while the database does not answer. */
export async function checkHealth(db: Db): Promise<{ database: boolean; beacon: boolean; draw: boolean }> {
  try {
    const { rows } = await sql<{ beacon: boolean; draw: boolean }>`
      select exists (select 1 from draw.beacon_head where seen_at > clock.now() - interval '15 seconds') as beacon,
        exists (select 1 from draw.lease where name = 'draw' and until_at > clock.now()) as draw`.execute(db);
    return { database: true, beacon: rows[0]?.beacon ?? false, draw: rows[0]?.draw ?? false };
  } catch {
    return { database: false, beacon: false, draw: false };
  }
}
