import pg from 'pg';
import { startPostgres } from '../../../../dev/postgres/postgres.ts';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { workersOf } from './cluster.ts';

/** A PostgreSQL server for a test run. */
export interface RunningServer {
  ownerUrl: string;
  /** The owner's URLs of the workers, if it is the coordinator of a Citus cluster. */
  workerUrls: string[];
  stop(): Promise<void>;
}

/** The server at DATABASE_URL, or an embedded one that ends with the run. */
export function openServer(): Promise<RunningServer> {
  const { DATABASE_URL } = process.env;
  return DATABASE_URL ? openOutside(DATABASE_URL) : startOwn();
}

async function startOwn(): Promise<RunningServer> {
  const folder = temporaryFolder('tercet-test-');
  const postgres = await startPostgres({
    dataDir: folder.path,
    endWithUs: true,
    // Nothing outlives the run, so nothing must reach the disk.
    settings: { fsync: 'off', full_page_writes: 'off', shared_buffers: '256MB', max_connections: '200' },
  });
  return {
    ownerUrl: postgres.ownerUrl,
    workerUrls: [],
    async stop() {
      await postgres.stop();
      folder.remove();
    },
  };
}

async function openOutside(ownerUrl: string): Promise<RunningServer> {
  const client = new pg.Client({ connectionString: ownerUrl });
  try {
    await client.connect();
  } catch (error) {
    throw new Error(`DATABASE_URL leads to no server for the tests: ${error instanceof Error ? error.message : error}`);
  }
  try {
    const workerUrls = await workersOf(client, ownerUrl);
    return { ownerUrl, workerUrls, stop: async () => {} };
  } finally {
    await client.end();
  }
}
