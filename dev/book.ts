import { join, resolve } from 'node:path';
import { runBookCommand } from '@tercet/server/book-command.ts';
import { startPostgres } from './postgres.ts';

// npm run book -- show | rotate-key | witnesses: the book of the data folder, whether the club is open or not.

try {
  for (const line of await run(process.argv.slice(2))) console.log(line);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(args: string[]): Promise<string[]> {
  const { DATABASE_URL, TERCET_DATA } = process.env;
  const dataDir = resolve(TERCET_DATA || join(import.meta.dirname, '../.data'));
  const postgres = DATABASE_URL ? null : await startPostgres({ dataDir });
  try {
    const databaseUrl = DATABASE_URL || postgres?.ownerUrl || '';
    return await runBookCommand(args, { databaseUrl, keysDir: join(dataDir, 'keys') });
  } finally {
    await postgres?.stop();
  }
}
