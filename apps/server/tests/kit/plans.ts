import { Kysely, PostgresDialect } from 'kysely';
import type { Db } from '../../src/db/pool.ts';
import type { DB } from '../../src/db/schema.d.ts';
import type { Club } from './club.ts';

/**
 * Plans of all statements that `work` executes, as for tables too large to read: sequential scans are disabled, so one
 * that remains has no usable index.
 */
export async function plansOf(club: Club, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: club.pool }),
    log({ query: { sql, parameters } }) {
      asked.push({ sql, parameters });
    },
  });
  await work(db);
  const client = await club.owner.connect();
  const plans: string[] = [];
  try {
    await client.query('set enable_seqscan = off');
    for (const { sql, parameters } of asked) {
      if (!/^\s*(select|with)/i.test(sql)) continue;
      const { rows } = await client.query(`explain ${sql}`, [...parameters]);
      plans.push(`${sql}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
    }
  } finally {
    client.release(true);
  }
  return plans;
}

/** Tables of a plan that are read from one end to the other. */
export function scannedIn(plan: string): string[] {
  return [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table = '']) => table);
}
