import { runEncryptionKeysCommand } from '@tercet/server/cli/encryption-keys.ts';
import { withOwnDatabase } from './own-database.ts';

// npm run encryption-keys -- status | add-key | rotate-key ID | rotate-pepper: the keys of what is sealed in the data folder's
// database, whether the club is open or not.

await withOwnDatabase((place) => runEncryptionKeysCommand(process.argv.slice(2), place));
