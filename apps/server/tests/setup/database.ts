import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { roleUrls } from '../../src/db/rights/role-urls.ts';
import { type ProcessRole, roleNames } from '../../src/db/rights/roles.ts';
import { sqlState } from '../../src/db/transaction.ts';
import { ask, databaseAt } from './cluster.ts';
import type { TestServer } from './global.ts';

export interface TestDatabase {
  /** Signs in as the owner, who may do everything. */
  ownerUrl: string;
  /** Each signs in as the role of a process: with its rights, and no others. */
  urls: Readonly<Record<ProcessRole, string>>;
  /** The names of these roles, which are those of the template's. */
  roles: Readonly<Record<ProcessRole, string>>;
  /** Ends all its connections and removes it. */
  drop(): Promise<void>;
}

/**
 * A new database with the newest schema and nothing in it, for the calling test file alone. `server` is that of the
 * run, where the test runner runs the caller.
 */
export async function createTestDatabase(server: TestServer = inject('testServer')): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // What Citus knows of its machines and shards is in tables: copied on each of them, a cluster is whole again.
  const everywhere = (statement: string) =>
    Promise.all([server.ownerUrl, ...server.workerUrls].map((url) => run(url, statement)));
  // By whole files, which is ten times as fast as through the log where nothing waits for a disk.
  await everywhere(`create database ${name} template ${server.copyFrom ?? server.template} strategy file_copy`);
  const ownerUrl = databaseAt(server.ownerUrl, name);
  // Rights to what is in it are copied along, those to the database itself are not.
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

/** What a server process of any roles has to be told of its database. */
export function roleEnvironment({ urls }: Pick<TestDatabase, 'urls'>): Record<string, string> {
  return { TERCET_API_URL: urls.api, TERCET_DRAW_URL: urls.draw, TERCET_JOBS_URL: urls.jobs };
}

const IN_USE = '55006';
/** Citus looks after each database of its own accord, and comes back when it was sent away. */
const ATTEMPTS_MAX = 4;

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
        if (sqlState(error) !== IN_USE || turn === ATTEMPTS_MAX) throw error;
      }
    }
  } finally {
    await client.end();
  }
}
