import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { roleUrls } from '../../src/db/rights/role-urls.ts';
import { type ProcessRole, roleNames } from '../../src/db/rights/roles.ts';
import { sqlState } from '../../src/db/transaction.ts';
import { ask, databaseAt } from './cluster.ts';
import type { TestServer } from './global.ts';

export interface TestDatabase {
  /** The owner, with all rights. */
  ownerUrl: string;
  /** Each connects with the role of a process and has only its rights. */
  urls: Readonly<Record<ProcessRole, string>>;
  /** Names of these roles, shared with the template. */
  roles: Readonly<Record<ProcessRole, string>>;
  /** Closes all connections and drops the database. */
  drop(): Promise<void>;
}

/**
 * Creates an empty database with the current schema for the calling test file. `server` is the run's by default, inside
 * the test runner.
 */
export async function createTestDatabase(server: TestServer = inject('testServer')): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Citus keeps its machines and shards in tables: with a copy on each machine, the cluster is complete again.
  const everywhere = (statement: string) =>
    Promise.all([server.ownerUrl, ...server.workerUrls].map((url) => run(url, statement)));
  // Copying files is ten times as fast as through the WAL, as long as fsync is off.
  await everywhere(`create database ${name} template ${server.copyFrom ?? server.template} strategy file_copy`);
  const ownerUrl = databaseAt(server.ownerUrl, name);
  // Grants inside the database are copied, those on the database itself are not.
  const roles = roleNames(server.template);
  await ask(server.ownerUrl, [
    `revoke all on database ${name} from public`,
    `grant connect on database ${name} to ${Object.values(roles).join(', ')}`,
  ]);
  return {
    ownerUrl,
    urls: roleUrls(ownerUrl, server.passwords, server.template),
    roles,
    drop: async () => {
      if (!server.keepDatabases) await everywhere(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Environment variables with a server process's database. */
export function roleEnvironment({ urls }: Pick<TestDatabase, 'urls'>): Record<string, string> {
  return { TERCET_API_URL: urls.api, TERCET_DRAW_URL: urls.draw, TERCET_JOBS_URL: urls.jobs };
}

const IN_USE = '55006';
/** Citus reconnects to each database on its own. */
const ATTEMPTS_MAX = 4;

/** Copies of a template take turns: PostgreSQL refuses to copy a database that another copy uses. */
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
        if (sqlState(error) !== IN_USE || turn === ATTEMPTS_MAX) throw error;
      }
    }
  } finally {
    await client.end();
  }
}
