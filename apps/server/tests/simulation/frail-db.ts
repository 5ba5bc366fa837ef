import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { type Db, openPool } from '../../src/db/pool.ts';
import type { DB } from '../../src/db/schema.d.ts';

/** The database of a process that can be killed between any two commits, and of its successor. */
export interface FrailDb {
  db: Db;
  /** Kills the process just before commit number `commits` (from 0); null: never. */
  arm(commits: number | null): void;
  /** True if it was killed since `arm`. */
  died(): boolean;
  close(): Promise<void>;
}

export function openFrailDb(url: string): FrailDb {
  const pool = openPool({ url, connectionsMax: 4, applicationName: 'tercet simulated' });
  let left: number | null = null;
  let dead = false;

  function query(client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (text === 'commit' && left !== null && left-- === 0) dead = true;
    return dead ? Promise.reject(new Error('the process was killed')) : client.query(text, values);
  }

  const frail = {
    async connect() {
      if (dead) throw new Error('the process was killed');
      const client = await pool.connect();
      return {
        query: (text: string, values: unknown[]) => query(client, text, values),
        // The process's connections close and lose uncommitted work.
        release: () => client.release(dead),
      };
    },
    end: () => pool.end(),
  };
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: frail as never }) });
  return {
    db,
    arm(commits) {
      left = commits;
      dead = false;
    },
    died: () => dead,
    close: () => db.destroy(),
  };
}
