import { readConfig } from './config.ts';
import { type Db, openDb, openPool } from './db/pool.ts';
import { addPepper } from './members/pepper.ts';
import { addSealingKey, loadSealer } from './sealed.ts';
import { countByKey, type Resealed, resealAll } from './sealed-rows.ts';

// node apps/server/src/sealing-command.ts status | rotate-key | rotate-pepper: with the environment of the server.

export interface SealingCommandPlace {
  databaseUrl: string;
  keysDir: string;
}

const USAGE = 'Usage: npm run sealing -- status | rotate-key | rotate-pepper';

/** What a person does with the keys of the vault by hand. Returns what to print; throws an `Error` with one line. */
export async function runSealingCommand(args: readonly string[], place: SealingCommandPlace): Promise<string[]> {
  const [command, ...more] = args;
  if (more.length > 0) throw new Error(USAGE);
  if (command === 'rotate-pepper') return rotatePepper(place.keysDir);
  if (command !== 'status' && command !== 'rotate-key') throw new Error(USAGE);
  const db = openDb(openPool({ url: place.databaseUrl, connectionsMax: 2, applicationName: 'tercet sealing' }));
  try {
    return command === 'status' ? await status(db, place.keysDir) : await rotateKey(db, place.keysDir);
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

/** What a rotation that was broken off has left is done first, with the key that it had added. */
async function rotateKey(db: Db, keysDir: string): Promise<string[]> {
  const sealer = await loadSealer(keysDir);
  const left = await resealAll(db, sealer);
  if (left.some(({ resealed }) => resealed > 0)) {
    return report(`Went on with key ${sealer.currentKeyId}, which a rotation before this one has added`, left);
  }
  const keyId = await addSealingKey(keysDir);
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
    'Copy the new file of the keys folder to every machine of the club.',
    'A key that `status` does not name may be taken out of the file once no backup needs it.',
  ];
}

async function rotatePepper(keysDir: string): Promise<string[]> {
  const pepperId = await addPepper(keysDir);
  return [
    `New finance passwords take pepper ${pepperId} once the server is started again, old ones when they are next entered`,
    'Copy the file of the keys folder to every machine of the club, and keep the old peppers in it.',
  ];
}

if (import.meta.main) {
  try {
    const { appUrl, keysDir } = readConfig();
    const lines = await runSealingCommand(process.argv.slice(2), { databaseUrl: appUrl, keysDir });
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
