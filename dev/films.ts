import { runFilmsCommand } from '@tercet/server/cli/films.ts';
import { withOwnDatabase } from './own-database.ts';

// npm run films -- import FOLDER [CLASS]: films of a folder into the library, also while the club is open.
// npm run films -- list: how many are ready, wait or failed.

await withOwnDatabase(({ databaseUrl, keysDir }) =>
  runFilmsCommand(process.argv.slice(2), {
    ...process.env,
    TERCET_OWNER_URL: databaseUrl,
    TERCET_KEYS: keysDir,
    TERCET_PAYMENTS: 'none',
  }),
);
