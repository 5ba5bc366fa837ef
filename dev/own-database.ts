import { join, resolve } from 'node:path';
import { startPostgres } from './postgres.ts';

/**
 * Runs a command on the database that `npm start` uses (or `DATABASE_URL` names), and prints what it returns, or the
 * one line that it throws.
 */
export async function withOwnDatabase(
  command: (place: { databaseUrl: string; keysDir: string }) => Promise<string[]>,
): Promise<void> {
  try {
    for (const line of await run(command)) console.log(line);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

async function run(command: Parameters<typeof withOwnDatabase>[0]): Promise<string[]> {
  const { DATABASE_URL, TERCET_DATA } = process.env;
  const dataDir = resolve(TERCET_DATA || join(import.meta.dirname, '../.data'));
  const postgres = DATABASE_URL ? null : await startPostgres({ dataDir });
  try {
    return await command({ databaseUrl: DATABASE_URL || postgres?.ownerUrl || '', keysDir: join(dataDir, 'keys') });
  } finally {
    await postgres?.stop();
  }
}
