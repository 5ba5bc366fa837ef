import { ownerUrlOf, readConfig } from '../config/config.ts';
import { addEncryptionKey, chooseEncryptionKey, loadFieldCipher } from '../crypto/field-cipher.ts';
import { type Db, openDb, openPool } from '../db/pool.ts';
import { addPepper } from '../members/sessions/pepper.ts';
import { countByKey, type Reencrypted, reencryptAll } from './encrypted-rows.ts';

// node apps/server/src/cli/encryption-keys.ts status | add-key | rotate-key ID | rotate-pepper: with the server's
// environment.

export interface EncryptionKeysPlace {
  databaseUrl: string;
  keysDir: string;
}

const USAGE = 'Usage: npm run encryption-keys -- status | add-key | rotate-key ID | rotate-pepper';

/** Rotates encryption keys and the pepper. Returns the lines to print; throws an `Error` of one line. */
export async function runEncryptionKeysCommand(args: readonly string[], place: EncryptionKeysPlace): Promise<string[]> {
  const [command, keyId, ...more] = args;
  if (more.length > 0 || (command === 'rotate-key') !== (keyId !== undefined)) throw new Error(USAGE);
  if (command === 'rotate-pepper') return rotatePepper(place.keysDir);
  if (command === 'add-key') return addKey(place.keysDir);
  if (command !== 'status' && command !== 'rotate-key') throw new Error(USAGE);
  const db = openDb(openPool({ url: place.databaseUrl, connectionsMax: 2, applicationName: 'tercet encryption-keys' }));
  try {
    return keyId === undefined ? await status(db, place.keysDir) : await rotateKey(db, place.keysDir, keyId);
  } finally {
    await db.destroy();
  }
}

async function status(db: Db, keysDir: string): Promise<string[]> {
  const { currentKeyId } = await loadFieldCipher(keysDir);
  const uses = await countByKey(db);
  return [
    `current  ${currentKeyId}`,
    ...uses.map(
      ({ name, keyId, rows }) => `${keyId}  ${rows} ${name}${keyId === currentKeyId ? '' : '  to re-encrypt'}`,
    ),
  ];
}

/** Adds a key without using it yet: a machine without the key could not decrypt. */
async function addKey(keysDir: string): Promise<string[]> {
  const keyId = await addEncryptionKey(keysDir);
  return [
    `Key ${keyId} is added, and not in use yet`,
    'Copy the file encryption-keys.json of the keys folder to every machine of the club.',
    `Once all have it: npm run encryption-keys -- rotate-key ${keyId}`,
  ];
}

/** Idempotent: an interrupted run continues with the remaining rows. */
async function rotateKey(db: Db, keysDir: string, keyId: string): Promise<string[]> {
  await chooseEncryptionKey(keysDir, keyId);
  const cipher = await loadFieldCipher(keysDir);
  return report(`New data is encrypted with key ${keyId} from now on`, await reencryptAll(db, cipher));
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

if (import.meta.main) {
  try {
    const config = readConfig();
    const place = { databaseUrl: ownerUrlOf(config), keysDir: config.keysDir };
    const lines = await runEncryptionKeysCommand(process.argv.slice(2), place);
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
