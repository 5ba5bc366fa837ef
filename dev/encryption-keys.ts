import { runEncryptionKeysCommand } from '@tercet/server/cli/encryption-keys.ts';
import { withOwnDatabase } from './own-database.ts';

// npm run encryption-keys -- status | add-key | rotate-key ID | rotate-pepper: rotates the keys of encryption at rest,
// in the database and the keys folder of `npm start`.

await withOwnDatabase((place) => runEncryptionKeysCommand(process.argv.slice(2), place));
