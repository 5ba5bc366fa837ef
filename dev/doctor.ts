import { runDoctor } from '@tercet/server/cli/doctor.ts';
import { withOwnDatabase } from './own-database.ts';

// npm run doctor [-- --json]: what the house of the data folder lacks to be open for real money, whether the club is
// open or not. Ends with 1 where it lacks something.

await withOwnDatabase(async ({ databaseUrl, keysDir }) => {
  const environment = {
    ...process.env,
    TERCET_OWNER_URL: databaseUrl,
    TERCET_KEYS: keysDir,
    // As npm start does for a house that is not for play: nothing is pretended there.
    TERCET_PAYMENTS: process.env.TERCET_PAYMENTS === 'adyen' ? 'adyen' : 'none',
  };
  const { lines, isWell } = await runDoctor(process.argv.slice(2), environment);
  if (!isWell) process.exitCode = 1;
  return lines;
});
