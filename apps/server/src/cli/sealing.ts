import { ownerUrlOf, readConfig } from '../config/config.ts';
import { addSealingKey, chooseSealingKey, loadSealer } from '../crypto/sealed.ts';
import { type Db, openDb, openPool } from '../db/pool.ts';
import { addPepper } from '../members/sessions/pepper.ts';
import { countByKey, type Resealed, resealAll } from './sealed-rows.ts';

// node apps/server/src/cli/sealing.ts status | add-key | rotate-key ID | rotate-pepper: with the environment of the
// server.

export interface SealingCommandPlace {
  databaseUrl: string;
  keysDir: string;
}

const USAGE = 'Usage: npm run sealing -- status | add-key | rotate-key ID | rotate-pepper';

/** What a person does with the keys of the vault by hand. Returns what to print; throws an `Error` with one line. */
export async function runSealingCommand(args: readonly string[], place: SealingCommandPlace): Promise<string[]> {
  const [command, keyId, ...more] = args;
  if (more.length > 0 || (command === 'rotate-key') !== (keyId !== undefined)) throw new Error(USAGE);
  if (command === 'rotate-pepper') return rotatePepper(place.keysDir);
  if (command === 'add-key') return addKey(place.keysDir);
  if (command !== 'status' && command !== 'rotate-key') throw new Error(USAGE);
  const db = openDb(openPool({ url: place.databaseUrl, connectionsMax: 2, applicationName: 'tercet sealing' }));
  try {
    return keyId === undefined ? await status(db, place.keysDir) : await rotateKey(db, place.keysDir, keyId);
  } finally {
    await db.destroy();
  }
}

async function status(db: Db, keysDir: string): Promise<string[]> {
  const { currentKeyId } = await loadSealer(keysDir);
  const uses = await countByKey(db);
  return [
    `current  ${currentKeyId}`,
    ...uses.map(({ name, keyId, rows }) => `${keyId}  ${rows} ${name}${keyId === currentKeyId ? '' : '  to reseal'}`),
  ];
}

/** Apart from its use: a machine that has not got the key yet could not open what another seals with it. */
async function addKey(keysDir: string): Promise<string[]> {
  const keyId = await addSealingKey(keysDir);
  return [
    `Key ${keyId} is added, and nothing is sealed with it yet`,
    'Copy the file sealing-keys.json of the keys folder to every machine of the club.',
    `Once all have it: npm run sealing -- rotate-key ${keyId}`,
  ];
}

/** May be broken off and said again: what lies under the key by then stays. */
async function rotateKey(db: Db, keysDir: string, keyId: string): Promise<string[]> {
  await chooseSealingKey(keysDir, keyId);
  const sealer = await loadSealer(keysDir);
  return report(`Everything is sealed with key ${keyId} from now on`, await resealAll(db, sealer));
}

function report(first: string, done: readonly Resealed[]): string[] {
  const unreadable = done.flatMap((table) => table.unreadable);
  const lines = [first, ...done.map(({ name, resealed }) => `${resealed} ${name} resealed`)];
  if (unreadable.length > 0) {
    throw new Error([...lines, 'These do not open and stay as they are:', ...unreadable].join('\n'));
  }
  return [
    ...lines,
    'Copy the file once more: until then the other machines seal with the key before. Then say this again.',
    'A key that `status` does not name may be taken out of the file once no backup needs it.',
  ];
}

async function rotatePepper(keysDir: string): Promise<string[]> {
  const pepperId = await addPepper(keysDir);
  return [
    `Pepper ${pepperId} is added. Copy finance-pepper.json to every machine before any process is started again.`,
    'From its next start on a process takes it for new finance passwords, and for old ones when they are entered.',
    'Keep the old peppers in the file.',
  ];
}

if (import.meta.main) {
  try {
    const config = readConfig();
    const place = { databaseUrl: ownerUrlOf(config), keysDir: config.keysDir };
    const lines = await runSealingCommand(process.argv.slice(2), place);
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
