import { join } from 'node:path';
import { runHouseCommand } from '@tercet/server/cli/house.ts';
import { buildMemberApp } from './member-app.ts';
import { withOwnDatabase } from './own-database.ts';
import { openDataFolder } from './postgres/place.ts';
import { openDatabase } from './start/database.ts';
import { readOptions } from './start/options.ts';

// npm run house -- found FILE: a house for real money in the data folder's empty database, which is set up for it.
// npm run house -- tables FILE: its first tables, while the club is open.
// npm run house -- verifier: the hash of the checking page into its book; the page is built first where it is not.

const args = process.argv.slice(2);
if (args[0] === 'found') await found();
else {
  await withOwnDatabase(async ({ databaseUrl, keysDir }) => {
    // As `npm start` does, which hands out what it builds itself.
    const pages = args[0] === 'verifier' ? { TERCET_MEMBER_APP: await buildMemberApp() } : {};
    return runHouseCommand(args, { ...environmentOf(databaseUrl, keysDir), ...pages });
  });
}

async function found(): Promise<void> {
  try {
    const options = readOptions(process.env, []);
    const dataDir = openDataFolder(options.dataDir);
    const database = await openDatabase({ ...options, dataDir });
    try {
      const lines = await runHouseCommand(args, environmentOf(database.ownerUrl, join(dataDir, 'keys')));
      for (const line of lines) console.log(line);
    } finally {
      await database.postgres?.stop();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function environmentOf(databaseUrl: string, keysDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    TERCET_OWNER_URL: databaseUrl,
    TERCET_KEYS: keysDir,
    TERCET_PAYMENTS: 'none',
  };
}
