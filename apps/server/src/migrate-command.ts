import { readConfig } from './config.ts';
import { migrate } from './db/migrate.ts';

// node apps/server/src/migrate-command.ts: with the environment of the server, before its processes are started.

/**
 * Brings the database of several processes to the newest schema, and gives the app role the password that its URL has.
 * May run while older processes are at work, and several times at once.
 */
export async function runMigrateCommand({
  ownerUrl,
  appUrl,
}: {
  ownerUrl: string | null;
  appUrl: string;
}): Promise<string> {
  if (ownerUrl === null) throw new Error('TERCET_OWNER_URL is not set: only the owner may migrate');
  const appPassword = decodeURIComponent(new URL(appUrl).password);
  if (appPassword === '') throw new Error('TERCET_APP_URL names no password for the app role');
  await migrate(ownerUrl, { appPassword });
  return 'The database has the newest schema';
}

if (import.meta.main) {
  try {
    process.stdout.write(`${await runMigrateCommand(readConfig())}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
