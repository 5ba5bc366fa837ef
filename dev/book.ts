import { runBookCommand } from '@tercet/server/cli/book.ts';
import { readConfig } from '@tercet/server/config/config.ts';
import { withOwnDatabase } from './own-database.ts';

// npm run book -- show | rotate-key | witnesses | recover: the book of the data folder, open or not.

await withOwnDatabase(({ databaseUrl, keysDir }) => {
  const urls = { TERCET_OWNER_URL: databaseUrl, TERCET_KEYS: keysDir };
  const { bookStore, witnesses } = readConfig({ ...process.env, ...urls });
  return runBookCommand(process.argv.slice(2), { databaseUrl, keysDir, bookStore, witnesses });
});
