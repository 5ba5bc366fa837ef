import { randomBytes } from 'node:crypto';
import { startPostgres } from '@tercet/dev/postgres/postgres.ts';
import { temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { migrate } from '@tercet/server/db/migrate.ts';
import { roleUrls } from '@tercet/server/db/rights/role-urls.ts';

export interface DatabaseUrls {
  ownerUrl: string;
  /** Signs in as the role of the API. */
  apiUrl: string;
}

/** Runs `work` with a new database of the newest schema, on a PostgreSQL of its own that is removed afterwards. */
export async function withDatabase<T>(work: (urls: DatabaseUrls) => Promise<T>): Promise<T> {
  const folder = temporaryFolder('tercet-generate-');
  const postgres = await startPostgres({
    dataDir: folder.path,
    endWithUs: true,
    // Nothing here outlives the run.
    settings: { fsync: 'off', full_page_writes: 'off' },
  });
  try {
    const password = randomBytes(12).toString('hex');
    const passwords = { api: password, draw: password, jobs: password };
    await migrate(postgres.ownerUrl, { passwords });
    return await work({ ownerUrl: postgres.ownerUrl, apiUrl: roleUrls(postgres.ownerUrl, passwords).api });
  } finally {
    await postgres.stop();
    folder.remove();
  }
}
