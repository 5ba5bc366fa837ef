import { readConfig } from '../config/config.ts';
import { addEncryptionKey, chooseEncryptionKey, loadFieldCipher } from '../crypto/field-cipher.ts';
import type { Db } from '../db/pool.ts';
import { addPepper } from '../members/sessions/pepper.ts';
import { countByKey, type Reencrypted, reencryptAll } from './encrypted-rows.ts';
import type { Area, Call, Outcome } from './program/act.ts';
import { withDb } from './program/with-db.ts';

export const ENCRYPTION_KEYS: Area = {
  name: 'encryption-keys',
  about: 'rotates the keys of encryption at rest',
  acts: [
    {
      name: 'status',
      about: 'counts rows by encryption key',
      scope: 'database',
      hasJson: true,
      run: (call) => withDb(call, {}, (db, { keysDir }) => status(db, keysDir)),
    },
    {
      name: 'add-key',
      about: 'adds a key, which is not in use yet',
      scope: 'database',
      run: async ({ environment }) => addKey(readConfig(environment).keysDir),
    },
    {
      name: 'rotate-key',
      about: 'encrypts with a key from now on, and re-encrypts all rows with it',
      args: [{ name: 'ID', about: 'id of the key, which every machine must have' }],
      scope: 'database',
      run: (call) => withDb(call, {}, (db, { keysDir }) => rotateKey(db, keysDir, call)),
    },
    {
      name: 'rotate-pepper',
      about: 'adds a pepper for finance passwords',
      scope: 'database',
      run: async ({ environment }) => rotatePepper(readConfig(environment).keysDir),
    },
  ],
};

async function status(db: Db, keysDir: string): Promise<Outcome> {
  const { currentKeyId } = await loadFieldCipher(keysDir);
  const uses = await countByKey(db);
  const lines = [
    `current  ${currentKeyId}`,
    ...uses.map(
      ({ name, keyId, rows }) => `${keyId}  ${rows} ${name}${keyId === currentKeyId ? '' : '  to re-encrypt'}`,
    ),
  ];
  return { lines, data: { currentKeyId, uses } };
}

/** Adds a key without using it yet: a machine without the key could not decrypt. */
async function addKey(keysDir: string): Promise<string[]> {
  const keyId = await addEncryptionKey(keysDir);
  return [
    `Key ${keyId} is added, and not in use yet`,
    'Copy the file encryption-keys.json of the keys folder to every machine of the club.',
    `Once all have it: club encryption-keys rotate-key ${keyId}`,
  ];
}

/** Idempotent: an interrupted run continues with the remaining rows. */
async function rotateKey(db: Db, keysDir: string, { args: [keyId = ''], progress }: Call): Promise<string[]> {
  await chooseEncryptionKey(keysDir, keyId);
  const cipher = await loadFieldCipher(keysDir);
  const total = (await countByKey(db)).reduce((sum, use) => sum + (use.keyId === keyId ? 0 : use.rows), 0);
  const done = await reencryptAll(db, cipher, (rows) => progress.show('rows', rows, total));
  return report(`New data is encrypted with key ${keyId} from now on`, done);
}

function report(first: string, done: readonly Reencrypted[]): string[] {
  const unreadable = done.flatMap((table) => table.unreadable);
  const lines = [first, ...done.map(({ name, reencrypted }) => `${reencrypted} ${name} re-encrypted`)];
  if (unreadable.length > 0) {
    throw new Error([...lines, 'These rows do not decrypt and stay as they are:', ...unreadable].join('\n'));
  }
  return [
    ...lines,
    'Copy the file again: until then other machines encrypt with the previous key. Then run this again.',
    'Remove a key that `status` does not list from the file once no backup needs it.',
  ];
}

async function rotatePepper(keysDir: string): Promise<string[]> {
  const pepperId = await addPepper(keysDir);
  return [
    `Pepper ${pepperId} is added. Copy finance-pepper.json to every machine before you restart a process.`,
    'After its restart a process uses it for new finance passwords, and for existing ones when members enter them.',
    'Keep the old peppers in the file.',
  ];
}
