import { randomBytes } from 'node:crypto';
import { startPostgres } from '@tercet/dev/postgres.ts';
import { temporaryFolder } from '@tercet/dev/temporary-folder.ts';
import { migrate } from '@tercet/server/db/migrate.ts';

export interface DatabaseUrls {
  ownerUrl: string;
  appUrl: string;
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
    const appPassword = randomBytes(12).toString('hex');
    await migrate(postgres.ownerUrl, { appPassword });
    const app = new URL(postgres.ownerUrl);
    app.username = 'tercet_app';
    app.password = appPassword;
    return await work({ ownerUrl: postgres.ownerUrl, appUrl: app.href });
  } finally {
    await postgres.stop();
    folder.remove();
  }
}
