import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../../dev/postgres.ts';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { migrate } from '../../src/db/migrate.ts';

/** What a test file needs to make its own database; see database.ts. */
export interface TestServer {
  /** Connection string of the owner, to the database that nobody writes to. */
  ownerUrl: string;
  appPassword: string;
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

const TEMPLATE = 'tercet_template';

/** Starts one PostgreSQL for the whole run and migrates the template that each file's database is copied from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = temporaryFolder('tercet-test-');
  const postgres = await startPostgres({
    dataDir: folder.path,
    endWithUs: true,
    // Nothing here outlives the run, so nothing need reach the disk.
    settings: { fsync: 'off', full_page_writes: 'off', shared_buffers: '256MB', max_connections: '200' },
  });
  const appPassword = randomBytes(12).toString('hex');
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const template = new URL(postgres.ownerUrl);
  template.pathname = `/${TEMPLATE}`;
  await migrate(template.href, { appPassword });
  project.provide('testServer', { ownerUrl: postgres.ownerUrl, appPassword, template: TEMPLATE });
  return async () => {
    await postgres.stop();
    folder.remove();
  };
}
