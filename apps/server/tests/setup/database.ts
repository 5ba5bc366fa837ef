import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { sqlState } from '../../src/db/transaction.ts';
import { databaseAt } from './cluster.ts';

export interface TestDatabase {
  /** Signs in as the owner, who may do everything. */
  ownerUrl: string;
  /** Signs in as the server's own role, which may not change history. */
  appUrl: string;
  /** Ends all its connections and removes it. */
  drop(): Promise<void>;
}

/** A new database with the newest schema and nothing in it, for the calling test file alone. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // What Citus knows of its machines and shards is in tables: copied on each of them, a cluster is whole again.
  const everywhere = (statement: string) =>
    Promise.all([server.ownerUrl, ...server.workerUrls].map((url) => run(url, statement)));
  // By whole files, which is ten times as fast as through the log where nothing waits for a disk.
  await everywhere(`create database ${name} template ${server.template} strategy file_copy`);
  const ownerUrl = databaseAt(server.ownerUrl, name);
  const app = Object.assign(new URL(ownerUrl), { username: 'tercet_app', password: server.appPassword });
  return {
    ownerUrl,
    appUrl: app.href,
    drop: async () => void (await everywhere(`drop database if exists ${name} with (force)`)),
  };
}

const IN_USE = '55006';
/** Citus looks after each database of its own accord, and comes back when it was sent away. */
const TRIES_MAX = 4;

/** Copying a template takes turns: two copies at once of a database in use by the other would be refused. */
async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set lock_timeout = 0');
    await client.query('select pg_advisory_lock(1)');
    for (let turn = 1; ; turn++) {
      try {
        await client.query(statement);
        return;
      } catch (error) {
        if (sqlState(error) !== IN_USE || turn === TRIES_MAX) throw error;
      }
    }
  } finally {
    await client.end();
  }
}
