import { runSealingCommand } from '@tercet/server/cli/sealing.ts';
import { withOwnDatabase } from './own-database.ts';

// npm run sealing -- status | add-key | rotate-key ID | rotate-pepper: the keys of what is sealed in the data folder's
// database, whether the club is open or not.

await withOwnDatabase((place) => runSealingCommand(process.argv.slice(2), place));
