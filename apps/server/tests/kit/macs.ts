import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { type RowMacs, rowMacs } from '../../src/crypto/row-macs.ts';

/** The encryption keys that tests share by default, so that values encrypted by one component open in another. */
export const ENCRYPTION_KEYS = JSON.stringify({
  current: '7e577e57',
  keys: { '7e577e57': Buffer.alloc(32, 7).toString('base64') },
});

const folder = temporaryFolder('tercet-sealing-');
process.once('exit', () => folder.remove());
writeFileSync(join(folder.path, 'encryption-keys.json'), ENCRYPTION_KEYS, { mode: 0o600 });

/** MACs under these keys, for tests that write rows of staff. */
export const macs: RowMacs = rowMacs(await loadFieldCipher(folder.path), () => {});
