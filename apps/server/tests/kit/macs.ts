import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { type RowMacs, rowMacs } from '../../src/crypto/row-macs.ts';

/** The encryption keys of every test's keys folder, until the test makes others: what one seals, the others open. */
export const ENCRYPTION_KEYS = JSON.stringify({
  current: '7e577e57',
  keys: { '7e577e57': Buffer.alloc(32, 7).toString('base64') },
});

const folder = temporaryFolder('tercet-sealing-');
process.once('exit', () => folder.remove());
writeFileSync(join(folder.path, 'encryption-keys.json'), ENCRYPTION_KEYS, { mode: 0o600 });

/** With them: for whatever arranges rows of the staff. */
export const macs: RowMacs = rowMacs(await loadFieldCipher(folder.path), () => {});
