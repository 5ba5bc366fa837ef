import { randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { LONG_SERVER_TESTS } from '../../../../tools/test/long.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type RolePasswords, roleNames } from '../../src/db/rights/roles.ts';
import { faultsIn } from '../buckets/verdict.ts';
import { ask, closeTemplate, databaseAt, makeCluster, spread } from './cluster.ts';
import { openServer } from './test-server.ts';

/** What a test file needs to create its database; see database.ts. */
export interface TestServer {
  /** The owner's connection string to a database that no test writes to. */
  ownerUrl: string;
  /** The same for each worker, if the server is the coordinator of a Citus cluster. */
  workerUrls: string[];
  /** Passwords of the template's roles, which all copies share. */
  passwords: RolePasswords;
  template: string;
  /** Folder for the recorded statements of the server; see tests/buckets. */
  statementsFolder: string;
  /** Test files keep their databases for later inspection; see tools/mutation. */
  keepDatabases?: boolean;
  /** Name of a changed copy of `template` to copy instead; the roles are those of `template`. */
  copyFrom?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** Days with partitions. Each copy of the template holds them, and each query plan considers them. */
const FEW_DAYS = { back: 1, ahead: 3 };

/** Opens one PostgreSQL for the whole run and migrates the template that each file's database is copied from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { testServer, stop } = await prepareServer();
  project.provide('testServer', testServer);
  return async () => {
    const faults = await faultsIn(testServer.statementsFolder, isWholeRun(project));
    await stop();
    if (faults.length > 0) throw new Error(`Statements without a bucket:\n${faults.join('\n')}`);
  };
}

/** Starts a PostgreSQL with a migrated template. `stop` removes everything. */
export async function prepareServer(): Promise<{ testServer: TestServer; stop: () => Promise<void> }> {
  const { ownerUrl, workerUrls, stop } = await openServer();
  const urls = [ownerUrl, ...workerUrls];
  const passwords = { api: randomPassword(), draw: randomPassword(), jobs: randomPassword() };
  // A name per run, since several runs may share a server.
  const template = `tercet_template_${randomBytes(4).toString('hex')}`;
  if (workerUrls.length > 0) {
    await makeCluster(urls, template);
    await migrate(databaseAt(ownerUrl, template), { passwords, partitionDays: FEW_DAYS });
    await spread(databaseAt(ownerUrl, template));
    // Migrate again for the additional rights of a cluster.
    await migrate(databaseAt(ownerUrl, template), { passwords, partitionDays: FEW_DAYS });
    await closeTemplate(urls, template);
  } else {
    await ask(ownerUrl, [`create database ${template}`]);
    await migrate(databaseAt(ownerUrl, template), { passwords, partitionDays: FEW_DAYS });
  }
  const statements = temporaryFolder('tercet-statements-');
  return {
    testServer: { ownerUrl, workerUrls, passwords, template, statementsFolder: statements.path },
    stop: async () => {
      statements.remove();
      for (const url of urls) await ask(url, [`drop database if exists ${template} with (force)`]);
      // Roles belong to the server, which may outlive the run.
      if (process.env.DATABASE_URL)
        await ask(ownerUrl, [`drop role if exists ${Object.values(roleNames(template)).join(', ')}`]);
      await stop();
    },
  };
}

function randomPassword(): string {
  return randomBytes(12).toString('hex');
}

/** True if all server tests of `npm test` ran. */
function isWholeRun(project: TestProject): boolean {
  if (project.name !== 'server') return false;
  const all = globSync(join(import.meta.dirname, '../**/*.test.ts'), { exclude: (name) => /abuse/.test(String(name)) });
  const run = project.vitest.state.getFiles().filter(({ projectName }) => projectName === project.name);
  return run.length >= all.length - LONG_SERVER_TESTS.length;
}
