import { runAuditCommand } from '@tercet/server/cli/audit.ts';
import { withOwnDatabase } from './own-database.ts';

// npm run audit -- verify: the log of staff acts of the data folder, whether the club is open or not.
// npm run audit -- ledger: every transfer of the ledger, recomputed from its cause.

await withOwnDatabase(({ databaseUrl }) => runAuditCommand(process.argv.slice(2), databaseUrl));
